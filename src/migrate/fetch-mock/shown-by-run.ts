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
    shown: '… so it was not read as JSON',
    edit: "send a content-type of JSON; or compare the text: match: { body: '…' }",
  },
  {
    shown: 'fewer calls than the test expects',
    edit: 'mynah forgets the calls of the tests before: count those of this test',
  },
  {
    shown: 'a route answers a URL with a query, which it did not',
    edit: 'a path takes any query here: match: { queries: equals({}) }',
  },
]
