import type { ShownByRun } from '../declare/conversion.ts'

export const SHOWN_BY_RUN: readonly ShownByRun[] = [
  {
    shown: 'TypeError: Invalid URL, in Node',
    edit: "the adapter took relative URLs, and the client needs a base: axios.defaults.baseURL = 'http://localhost'",
  },
  {
    shown: 'No stub answers …/v1/users, and the nearest stub is /users',
    edit: 'the client has a baseURL with a path: write it in front, or rest.at(baseURL)',
  },
  {
    shown: 'No stub answers …, in a test that wants the 404 of a request without a handler',
    edit: 'declare it: mocks.use.get(path, status(404))',
  },
  {
    shown: 'headers of a response that the test does not expect',
    edit: 'the adapter hands over its headers as written; a response has lower-case names, and a length and a type',
  },
  {
    shown: 'a request without its content type',
    edit: 'the adapter is asked before axios drops that of a request without a body: expect the other headers',
  },
  {
    shown: "response.data is '', and undefined was expected",
    edit: "a response without a body has the data '' in axios",
  },
  {
    shown: "'AxiosError: Request failed …', and 'Error: Request failed …' was expected",
    edit: "the adapter's errors have no name of their own: compare error.message",
  },
  {
    shown: 'No stub answers …?id=1&id=1',
    edit: 'the URL has a query, and params that the adapter ignores; axios sends both: take one away in the code',
  },
  {
    shown: 'an element that is missing, or another request than the test expects',
    edit: 'an answer comes some turns later here: await the request, waitFor(…) or findByText(…)',
  },
  {
    shown: 'a duration that is some milliseconds over its limit',
    edit: "axios's own adapter runs here, and takes a few: raise the limit",
  },
]
