import type { ShownByRun } from '../declare/conversion.ts'

export const SHOWN_BY_RUN: readonly ShownByRun[] = [
  {
    shown: 'No stub answers …, where the agent let the request pass',
    edit: "it does so without disableNetConnect(): setupMocks([], { passthrough: ['https://api.test'] })",
  },
  {
    shown: "No stub answers …, of a request by node:http or to the test's own server",
    edit: "an agent sees undici alone, and all clients are mocked here: setupMocks([], { passthrough: ['http://127.0.0.1:*'] })",
  },
  {
    shown: 'No stub answers …, in a later test than the one that declares it',
    edit: 'overrides end with their test: declare it in beforeEach, or in the routes of setupMocks',
  },
  {
    shown: 'No stub answers …, in a test that wants the request to fail',
    edit: 'declare the failure: mocks.use.get(url, networkError())',
  },
  {
    shown: 'a content-type or a content-length that the test does not expect',
    edit: 'undici sends none: take them out of the comparison, or read the headers that the test sets',
  },
  {
    shown: 'host, connection or a name in lower case among the headers of a request',
    edit: 'request.headers has what was sent: compare one header, by its name in lower case',
  },
  {
    shown: 'null was expected as the body of a request, and undefined was received',
    edit: 'request.text is undefined if there is no body',
  },
]
