import type { ShownByRun } from '../declare/conversion.ts'

export const SHOWN_BY_RUN: readonly ShownByRun[] = [
  {
    shown: 'No stub answers …, in a test that expects a rejection without a route',
    edit: 'declare the failure: mocks.use.get(path, networkError())',
  },
  {
    shown: 'fetch failed, where the test expects the message of { throws: error }',
    edit: 'fetch rejects with a TypeError: compare error.cause.message',
  },
  {
    shown: 'a header, a body or a URL of a call is another one than before',
    edit: 'a call has what was sent: names of headers in lower case, the body as text, the whole URL',
  },
  {
    shown: 'a stub that is expected did not come',
    edit: 'fetch-mock ignores a route that no request uses: write mocks.use in place of mocks.expect',
  },
  {
    shown: 'a route answers a URL with a query, which it did not',
    edit: 'a path takes any query here: match: { queries: equals({}) }',
  },
]
