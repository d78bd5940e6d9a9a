import type { ShownByRun } from '../declare/conversion.ts'

export const SHOWN_BY_RUN: readonly ShownByRun[] = [
  {
    shown: 'No stub answers …, in a test that wants the request to fail',
    edit: 'declare the failure: mocks.use.get(url, networkError()), before the answers that come first',
  },
  {
    shown: 'An expected request did not come, in a test that did not ask for it',
    edit: 'answers of one request are expected, which keeps their order: write mocks.use if only one is used',
  },
  {
    shown: '… so it was not read as JSON, or a request.body without its keys',
    edit: 'nock parses a body of any content type: match: ({ text }) => …, with JSON.parse(String(text))',
  },
  {
    shown: 'a form, whose text the test compares, and an object was received',
    edit: 'fields are an object here: match: ({ text }) => …, or await request.raw.text() in the function that answers',
  },
  {
    shown: 'a reason phrase, such as Internal Server Error, that the test does not expect',
    edit: "nock sends none: statusText: '' in the settings of the stub",
  },
  {
    shown: "undefined, where the test compares an error's message",
    edit: 'an error of replyWithError({ code }) has no message there: compare its code',
  },
]
