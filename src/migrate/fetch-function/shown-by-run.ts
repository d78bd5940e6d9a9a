import type { ShownByRun } from '../declare/conversion.ts'

export const SHOWN_BY_RUN: readonly ShownByRun[] = [
  {
    shown: 'Failed to parse URL, or Invalid URL, of a relative URL in Node',
    edit: "setupMocks([], { baseUrl: 'http://localhost' })",
  },
  {
    shown: 'fetch failed, where the test expects the message of its own error',
    edit: 'fetch rejects with a TypeError: compare error.cause.message',
  },
  {
    shown: 'No stub answers …, in a test that declares no answer, or whose spy let the request pass',
    edit: 'a mocked function returns an empty response, or nothing: declare the answer, networkError() or passthrough()',
  },
  {
    shown: 'a content type that the test does not expect',
    edit: 'a payload is sent as application/json: text(JSON.stringify(payload)) is sent as text',
  },
]
