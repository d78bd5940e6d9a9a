import { LIBRARIES, type Library } from './convert-file.ts'

/** Prints what the tests may show when they run, and no reading of them finds. */
export function runAdvice(libraries: ReadonlySet<Library>): string[] {
  const texts = new Set(LIBRARIES.filter((library) => libraries.has(library)).map((library) => SHOWN_BY_RUN[library]))
  return texts.size === 0 ? [] : [`When a test fails, look for\n${[...texts, OF_ALL].join('')}`]
}

/** What a failing test shows, and below it the edit that it needs. */
const OF_ALL = `  these mocks were never started, at a call outside of tests and hooks
    call the function that declares the answers in beforeEach
`

const NO_BODY = `  no data from a 204, where the test expects some
    a 204 has no body here, as on a network: answer with a 200
`
const ONLY_ONE = `  An expected request did not come, in a test that did not ask for it
    answers of one request are expected, which keeps their order: write mocks.use if only one is used
`

const OF_FETCH = `  Failed to parse URL, Invalid URL, or … has no origin, of a relative URL in Node
    globalThis.location = new URL('http://localhost') before the tests; with { baseUrl }, paths and RegExps are of that origin alone
  fetch failed, where the test expects the message of its own error
    fetch rejects with a TypeError: compare error.cause.message
  No stub answers …, in a test that declares no answer, or whose spy let the request pass
    a mocked function returns an empty response, or nothing: declare the answer, networkError() or passthrough()
  a content type that the test does not expect
    a payload is sent as application/json: text(JSON.stringify(payload)) is sent as text
  a content-type among the headers of a request, where the test expects none
    a request has what was sent, with the type of its form or text: leave it out of the comparison
  a fetch, where the test expects none, as in Jest 27
    mynah supplies fetch: keep this test in a file without mocks
${ONLY_ONE}  undefined, where the test expects '' as the body of a request
    an empty text is no body: compare request.text with undefined
  'GET', where the test expects undefined as the method
    a request without a method is a GET: compare request.method with 'GET'
  a timeout of the client, under fake timers
    a request with a signal is answered some turns later: advance the timers by less than the timeout
  error instanceof TypeError is false, in Jest
    a client that stored fetch before the mocks started gets errors of Node's own realm: compare error.name
${NO_BODY}`

const SHOWN_BY_RUN: Readonly<Record<Library, string>> = {
  nock: `  No stub answers …, in a test that wants the request to fail
    declare the failure: mocks.use.get(url, networkError()), before the answers that come first
${ONLY_ONE}  … so it was not read as JSON, or a request.body without its keys
    nock parses a body of any content type: match: ({ text }) => …, with JSON.parse(String(text))
  a form, whose text the test compares, and an object was received
    fields are an object here: match: ({ text }) => …, or await request.raw.text() in the function that answers
  a reason phrase, such as Internal Server Error, that the test does not expect
    nock sends none: statusText: '' in the settings of the stub
  undefined, where the test compares an error's message
    an error of replyWithError({ code }) has no message there: compare its code
  Nock: No match for request, in a file without nock
    nock is active in a file before it, of the same process: write afterAll(() => nock.restore()) there
${NO_BODY}`,
  msw: `  No stub answers …, where msw printed a warning and let the request pass
    declare it, or setupMocks(routes, { onUnmatched: 'passthrough' })
  a test that wants the 500 of a resolver that throws
    the call fails with that error here: throw new Response(null, { status: 500 })
  an error 'Failed to fetch' is 'fetch failed'
    fetch of Node rejects with that text, and with it here: compare the error's name, TypeError
  another handler answers than before, of two that both fit
    the more specific path answers here, and not the first of the list: remove the other one
  a content type of a text ends in ';charset=utf-8', and an ArrayBuffer has no content-length
    compare without them, or write the header into the response
  a path that ends in '/*' does not take '/' behind it
    declare that path too
  a HEAD request has an answer, where it had none
    a GET stub answers HEAD too, without its body: declare rest.head(path, networkError())
  an element that is missing right behind a click
    XMLHttpRequest is answered some turns later here: await findByText(…), or waitFor(…)
  fewer calls than the test expects, of a request by node:http that is aborted at once
    it was never sent, as with a server: it is no call
  a content-length that the test does not expect
    each response has one: take it out of the comparison
  an unhandled rejection after the last test
    the end of the mocks aborts pending requests: await them in the test
`,
  'fetch-mock': `  No stub answers …, in a test that expects a rejection without a route
    declare the failure: mocks.use.get(path, networkError())
  fetch failed, where the test expects the message of { throws: error }
    fetch rejects with a TypeError: compare error.cause.message
  a header, a body or a URL of a call is another one than before
    a call has what was sent: names of headers in lower case, the body as text, the whole URL
  a stub that is expected did not come
    fetch-mock ignores a route that no request uses: write mocks.use in place of mocks.expect
  … so it was not read as JSON
    send a content-type of JSON; or compare the text: match: { body: '…' }
  fewer calls than the test expects
    mynah forgets the calls of the tests before: count those of this test
  a route answers a URL with a query, which it did not
    a path takes any query here: match: { queries: equals({}) }
`,
  undici: `  No stub answers …, where the agent let the request pass
    it does so without disableNetConnect(): setupMocks([], { passthrough: ['https://api.test'] })
  No stub answers …, of a request by node:http or to the test's own server
    an agent sees undici alone, and all clients are mocked here: setupMocks([], { passthrough: ['http://127.0.0.1:*'] })
  No stub answers …, in a later test than the one that declares it
    overrides end with their test: declare it in beforeEach, or in the routes of setupMocks
  No stub answers …, in a test that wants the request to fail
    declare the failure: mocks.use.get(url, networkError())
  a content-type or a content-length that the test does not expect
    undici sends none: take them out of the comparison, or read the headers that the test sets
  host, connection or a name in lower case among the headers of a request
    request.headers has what was sent: compare one header, by its name in lower case
  null was expected as the body of a request, and undefined was received
    request.text is undefined if there is no body
${NO_BODY}`,
  'axios-mock-adapter': `  TypeError: Invalid URL, in Node
    the adapter took relative URLs, and the client needs a base: axios.defaults.baseURL = 'http://localhost'
  No stub answers …/v1/users, and the nearest stub is /users
    the client has a baseURL with a path: write it in front, or rest.at(baseURL)
  No stub answers …, in a test that wants the 404 of a request without a handler
    declare it: mocks.use.get(path, status(404))
  headers of a response that the test does not expect
    the adapter hands over its headers as written; a response has lower-case names, a length and a type, and in jsdom those of CORS
  a request without its content type
    the adapter is asked before axios drops that of a request without a body: expect the other headers
  response.data is '', and undefined was expected
    a response without a body has the data '' in axios
  'AxiosError: Request failed …', and 'Error: Request failed …' was expected
    the adapter's errors have no name of their own: compare error.message
  No stub answers …?id=1&id=1
    the URL has a query, and params that the adapter ignores; axios sends both: remove one in the code
  an element, a value or a call that is missing, or another request than the test expects
    an answer comes some turns later here: await the request, waitFor(…) or findByText(…)
  a duration that is some milliseconds over its limit
    axios's own adapter runs here, and takes a few: raise the limit
${NO_BODY}`,
  'jest-fetch-mock': OF_FETCH,
  fetch: OF_FETCH,
}
