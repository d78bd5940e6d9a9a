import type { ShownByRun } from '../declare/conversion.ts'

export const SHOWN_BY_RUN: readonly ShownByRun[] = [
  {
    shown: 'No stub answers …, where msw printed a warning and let the request pass',
    edit: "declare it, or setupMocks(routes, { onUnmatched: 'passthrough' })",
  },
  {
    shown: 'a test that wants the 500 of a resolver that throws',
    edit: 'the call fails with that error here: throw new Response(null, { status: 500 })',
  },
  {
    shown: "an error 'Failed to fetch' is 'fetch failed'",
    edit: "fetch of Node rejects with that text, and with it here: compare the error's name, TypeError",
  },
  {
    shown: 'another handler answers than before, of two that both fit',
    edit: 'the more specific path answers here, and not the first of the list: take the other one away',
  },
  {
    shown: "a content type of a text ends in ';charset=utf-8', and an ArrayBuffer has no content-length",
    edit: 'compare without them, or write the header into the response',
  },
  {
    shown: "a path that ends in '/*' does not take '/' behind it",
    edit: 'declare that path too',
  },
  {
    shown: 'a HEAD request has an answer, where it had none',
    edit: 'a GET stub answers HEAD too, without its body: declare rest.head(path, networkError())',
  },
  {
    shown: 'an element that is missing right behind a click',
    edit: 'XMLHttpRequest is answered some turns later here: await findByText(…), or waitFor(…)',
  },
  {
    shown: 'an unhandled rejection after the last test',
    edit: 'the end of the mocks aborts pending requests: await them in the test',
  },
]
