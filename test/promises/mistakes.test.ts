// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is one of the mistakes
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as mynah from '../../src/entries/index.ts'

/*
 * What a newcomer writes, and what the message says: the table of the mistakes that would otherwise be silent. The code is
 * text, as it would stand in JavaScript, where no type refuses it. The corrected code is run too.
 */

interface Mistake {
  readonly code: string
  readonly problem: string
  readonly corrected: string
}

/** Names that stand in corrected code for what a message cannot know. */
const STAND_INS = {
  routes: [mynah.rest.get('/routes', {})],
  userRoutes: [mynah.rest.get('/users', {})],
  postRoutes: [mynah.rest.get('/posts', {})],
}
const SCOPE: Readonly<Record<string, unknown>> = { ...mynah, ...STAND_INS }

/** Runs code as a test would contain it. */
function run(code: string): unknown {
  return new Function(...Object.keys(SCOPE), `return ${code}`)(...Object.values(SCOPE))
}

let warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  warn.mockRestore()
})

/** What the console was told, with the place of the code, which is made while the test runs, left out. */
function warnings(): string[] {
  return warn.mock.calls.map(([message]) => String(message).replace(/ {2}[^ \n]*:\d+(?=\n)/, ''))
}

const refused: readonly { what: string; cases: readonly Mistake[] }[] = [
  {
    what: 'a matcher that is not called',
    cases: [
      {
        code: "rest.get('/u', {}, { match: { headers: { authorization: exists } } })",
        problem: "rest.get('/u'): headers.authorization is the function exists itself; call it",
        corrected: "rest.get('/u', …, { match: { headers: { authorization: exists() } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { queries: { role: not } } })",
        problem: "rest.get('/u'): queries.role is the function not itself; call it",
        corrected: "rest.get('/u', …, { match: { queries: { role: not('admin') } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { body: { tags: [exists] } } })",
        problem: "rest.post('/u'): body.tags.0 is the function exists itself; call it",
        corrected: "rest.post('/u', …, { match: { body: { tags: [exists()] } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { body: exists } })",
        problem: "rest.post('/u'): body is the function exists itself; call it",
        corrected: "rest.post('/u', …, { match: { body: exists() } })",
      },
      {
        code: "rest.get('/u', {}, { match: exists })",
        problem: "rest.get('/u'): match must be an object of parts or a function of the request, got exists",
        corrected: "rest.get('/u', …, { match: { queries: { role: exists() } } })",
      },
      {
        code: 'not(exists)',
        problem: 'not(exists): exists is a function; call it',
        corrected: 'not(exists())',
      },
      {
        code: 'equals({ id: exists })',
        problem: 'equals({ id: exists }): exists is a function; call it',
        corrected: 'equals({ id: exists() })',
      },
      {
        code: "oneOf(['admin', startsWith])",
        problem: "oneOf(['admin', startsWith]): startsWith is a function; call it",
        corrected: "oneOf(['admin', startsWith('Bearer ')])",
      },
    ],
  },
  {
    what: 'the arguments of a matcher',
    cases: [
      {
        code: "exists('x')",
        problem: "exists('x'): it takes no arguments",
        corrected: 'exists()',
      },
      {
        code: 'not()',
        problem: 'not(): it takes one argument',
        corrected: "not('admin')",
      },
      {
        code: "not('a', 'b')",
        problem: "not('a', 'b'): it takes one argument",
        corrected: "not(oneOf(['a', 'b']))",
      },
      {
        code: 'equals()',
        problem: 'equals(): it takes one argument',
        corrected: 'equals({ id: 1 })',
      },
      {
        code: 'equals(1, 2)',
        problem: 'equals(1, 2): it takes one argument',
        corrected: 'oneOf([1, 2])',
      },
      {
        code: 'oneOf()',
        problem: 'oneOf(): it takes one argument; list its values',
        corrected: "oneOf(['admin', 'guest'])",
      },
      {
        code: "oneOf('a', 'b')",
        problem: "oneOf('a', 'b'): it takes one argument; list its values",
        corrected: "oneOf(['a', 'b'])",
      },
      {
        code: "oneOf('a')",
        problem: "oneOf('a'): it takes a list",
        corrected: "oneOf(['a'])",
      },
      {
        code: 'includes()',
        problem: 'includes(): it takes one argument',
        corrected: "includes('admin')",
      },
      {
        code: "includes('a', 'b')",
        problem: "includes('a', 'b'): it takes one argument",
        corrected: "every(includes('a'), includes('b'))",
      },
      {
        code: 'startsWith()',
        problem: 'startsWith(): it takes one argument',
        corrected: "startsWith('Bearer ')",
      },
      {
        code: "startsWith('a', 'b')",
        problem: "startsWith('a', 'b'): it takes one argument",
        corrected: "some(startsWith('a'), startsWith('b'))",
      },
      {
        code: 'startsWith(/x/)',
        problem: 'startsWith(/x/): it takes a text, or what an element of an array is compared with',
        corrected: 'regExp(/^x/)',
      },
      {
        code: 'endsWith()',
        problem: 'endsWith(): it takes one argument',
        corrected: "endsWith('.test')",
      },
      {
        code: "endsWith('a', 'b')",
        problem: "endsWith('a', 'b'): it takes one argument",
        corrected: "some(endsWith('a'), endsWith('b'))",
      },
      {
        code: 'endsWith(/x/i)',
        problem: 'endsWith(/x/i): it takes a text, or what an element of an array is compared with',
        corrected: 'regExp(/x$/i)',
      },
      {
        code: 'regExp()',
        problem: 'regExp(): it takes one argument',
        corrected: 'regExp(/admin/)',
      },
      {
        code: "regExp('^a', 'i')",
        problem: "regExp('^a', 'i'): it takes one argument",
        corrected: 'regExp(/^a/i)',
      },
      {
        code: "regExp('^a')",
        problem: "regExp('^a'): it takes a RegExp",
        corrected: 'regExp(/^a/)',
      },
      {
        code: "regExp('(')",
        problem: "regExp('('): it takes a RegExp",
        corrected: 'regExp(/admin/)',
      },
      {
        code: 'greater()',
        problem: 'greater(): it takes one argument',
        corrected: 'greater(18)',
      },
      {
        code: 'greater(1, 2)',
        problem: 'greater(1, 2): it takes one argument',
        corrected: 'greater(18)',
      },
      {
        code: "greater('18')",
        problem: "greater('18'): it takes a number",
        corrected: 'greater(18)',
      },
      {
        code: "greater('x')",
        problem: "greater('x'): it takes a number",
        corrected: 'greater(18)',
      },
      {
        code: 'greaterOrEquals()',
        problem: 'greaterOrEquals(): it takes one argument',
        corrected: 'greaterOrEquals(18)',
      },
      {
        code: 'greaterOrEquals(1, 2)',
        problem: 'greaterOrEquals(1, 2): it takes one argument',
        corrected: 'greaterOrEquals(18)',
      },
      {
        code: 'less()',
        problem: 'less(): it takes one argument',
        corrected: 'less(18)',
      },
      {
        code: 'less(1, 2)',
        problem: 'less(1, 2): it takes one argument',
        corrected: 'less(18)',
      },
      {
        code: 'lessOrEquals()',
        problem: 'lessOrEquals(): it takes one argument',
        corrected: 'lessOrEquals(18)',
      },
      {
        code: 'lessOrEquals(1, 2)',
        problem: 'lessOrEquals(1, 2): it takes one argument',
        corrected: 'lessOrEquals(18)',
      },
      {
        code: 'inRange()',
        problem: 'inRange(): it takes one argument',
        corrected: 'inRange([1, 10])',
      },
      {
        code: 'inRange(1, 10)',
        problem: 'inRange(1, 10): it takes one argument',
        corrected: 'inRange([1, 10])',
      },
      {
        code: 'inRange(1, 10, 2)',
        problem: 'inRange(1, 10, 2): it takes one argument',
        corrected: 'inRange([1, 10])',
      },
      {
        code: 'inRange([10, 1])',
        problem: 'inRange([10, 1]): it takes the smaller number first',
        corrected: 'inRange([1, 10])',
      },
      {
        code: 'length()',
        problem: 'length(): it takes one argument',
        corrected: 'length(3)',
      },
      {
        code: 'length(1, 2)',
        problem: 'length(1, 2): it takes one argument',
        corrected: 'length(3)',
      },
      {
        code: "length('3')",
        problem: "length('3'): it takes a length",
        corrected: 'length(3)',
      },
      {
        code: 'minLength()',
        problem: 'minLength(): it takes one argument',
        corrected: 'minLength(3)',
      },
      {
        code: 'minLength(1, 2)',
        problem: 'minLength(1, 2): it takes one argument',
        corrected: 'minLength(3)',
      },
      {
        code: 'maxLength()',
        problem: 'maxLength(): it takes one argument',
        corrected: 'maxLength(3)',
      },
      {
        code: 'maxLength(1, 2)',
        problem: 'maxLength(1, 2): it takes one argument',
        corrected: 'maxLength(3)',
      },
      {
        code: 'some()',
        problem: 'some(): it takes at least one argument',
        corrected: "some('admin', 'guest')",
      },
      {
        code: 'some([1, 2])',
        problem: 'some([1, 2]): it takes each value as an argument, not a list',
        corrected: 'some(1, 2)',
      },
      {
        code: 'some([])',
        problem: 'some([]): it takes each value as an argument, not a list',
        corrected: "some('admin', 'guest')",
      },
      {
        code: 'every()',
        problem: 'every(): it takes at least one argument',
        corrected: "every('admin', 'guest')",
      },
      {
        code: "every(['a', exists()])",
        problem: "every(['a', exists()]): it takes each value as an argument, not a list",
        corrected: "every('a', exists())",
      },
      {
        code: 'haveEntries()',
        problem: 'haveEntries(): it takes one argument',
        corrected: 'haveEntries({ id: 1 })',
      },
      {
        code: "haveEntries('id', 1)",
        problem: "haveEntries('id', 1): it takes one argument",
        corrected: 'haveEntries({ id: 1 })',
      },
      {
        code: 'haveEntries(1, 2)',
        problem: 'haveEntries(1, 2): it takes one argument',
        corrected: 'haveEntries({ id: 1 })',
      },
      {
        code: 'haveType()',
        problem: 'haveType(): it takes one argument',
        corrected: "haveType('string')",
      },
      {
        code: 'haveType(String)',
        problem: 'haveType([function String]): it takes one of array, boolean, null, number, object, string, undefined',
        corrected: "haveType('string')",
      },
      {
        code: "haveType('text')",
        problem: "haveType('text'): it takes one of array, boolean, null, number, object, string, undefined",
        corrected: "haveType('string')",
      },
      {
        code: "haveType('string', 'number')",
        problem: "haveType('string', 'number'): it takes one argument",
        corrected: "haveType('string')",
      },
      {
        code: 'fn()',
        problem: 'fn(): it takes one argument',
        corrected: 'fn((value) => value > 1)',
      },
      {
        code: 'fn(String, 1)',
        problem: 'fn([function String], 1): it takes one argument',
        corrected: 'fn((value) => value > 1)',
      },
      {
        code: "fn('x')",
        problem: "fn('x'): it takes a function",
        corrected: 'fn((value) => value > 1)',
      },
    ],
  },
  {
    what: 'the arguments of a reply',
    cases: [
      {
        code: 'text()',
        problem: 'text(): it takes one argument; a status and headers are settings of the stub',
        corrected: "text('Hello')",
      },
      {
        code: "text('a', 404)",
        problem: "text('a', 404): it takes one argument; a status and headers are settings of the stub",
        corrected: "text('a')",
      },
      {
        code: "html('a', { status: 404 })",
        problem: "html('a', { status: 404 }): it takes one argument; a status and headers are settings of the stub",
        corrected: "html('a')",
      },
      {
        code: "stream(['a'], 1)",
        problem: "stream(['a'], 1): it takes one argument; a status and headers are settings of the stub",
        corrected: "stream(['a'])",
      },
      {
        code: 'sse([], 1)',
        problem: 'sse([], 1): it takes one argument; a status and headers are settings of the stub',
        corrected: 'sse([])',
      },
      {
        code: 'redirect()',
        problem: 'redirect(): it takes one or two arguments',
        corrected: "redirect('/login')",
      },
      {
        code: "redirect('/a', 302, 1)",
        problem: "redirect('/a', 302, 1): it takes one or two arguments",
        corrected: "redirect('/a')",
      },
      {
        code: "networkError('ECONNRESET', 1)",
        problem: "networkError('ECONNRESET', 1): it takes at most one argument",
        corrected: "networkError('ECONNRESET')",
      },
      {
        code: 'passthrough(true)',
        problem: 'passthrough(true): it takes no arguments',
        corrected: 'passthrough()',
      },
      {
        code: 'sequence()',
        problem: 'sequence(): it takes at least one argument',
        corrected: 'sequence({ id: 1 }, { id: 2 })',
      },
      {
        code: 'sequence(text)',
        problem: 'sequence(text): text is a function; call it',
        corrected: "sequence(text('Hello'))",
      },
    ],
  },
  {
    what: 'a value that is not a response',
    cases: [
      {
        code: "rest.get('/u', exists())",
        problem: "rest.get('/u'): a matcher such as exists() cannot be a response",
        corrected: "rest.get('/u', …, { match: { body: exists() } })",
      },
      {
        code: "rest.post('/u', exists())",
        problem: "rest.post('/u'): a matcher such as exists() cannot be a response",
        corrected: "rest.post('/u', …, { match: { body: exists() } })",
      },
      {
        code: "rest.get('/u', { id: exists() })",
        problem:
          "rest.get('/u'): the payload cannot be sent as JSON: a matcher such as exists() cannot be part of a payload",
        corrected: "rest.get('/u', …, { match: { queries: { id: exists() } } })",
      },
      {
        code: "rest.post('/u', { id: exists() })",
        problem:
          "rest.post('/u'): the payload cannot be sent as JSON: a matcher such as exists() cannot be part of a payload",
        corrected: "rest.post('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.get('/u', exists)",
        problem: "rest.get('/u'): the response is the function exists itself, which makes a matcher",
        corrected: "rest.get('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.get('/u', [{ id: exists }])",
        problem:
          "rest.get('/u'): the payload cannot be sent as JSON: a function that was not called cannot be part of a payload",
        corrected: "rest.get('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.get('/u', rest.get('/a', {}))",
        problem: "rest.get('/u'): a stub cannot be a response",
        corrected: "rest.get('/u', { id: '1' })",
      },
      {
        code: "rest.get('/u', [rest.get('/a', {})])",
        problem: "rest.get('/u'): the payload cannot be sent as JSON: a stub cannot be part of a payload",
        corrected: "rest.get('/u', { id: '1' })",
      },
      {
        code: "rest.get('/u', setupMocks([]))",
        problem: "rest.get('/u'): mocks cannot be a response",
        corrected: "rest.get('/u', { id: '1' })",
      },
      {
        code: "rest.get('/u', { mocks: setupMocks([]) })",
        problem: "rest.get('/u'): the payload cannot be sent as JSON: mocks cannot be part of a payload",
        corrected: "rest.get('/u', { id: '1' })",
      },
      {
        code: "rest.get('/u', { body: text('a') })",
        problem:
          "rest.get('/u'): the payload cannot be sent as JSON: a reply such as text() cannot be part of a payload",
        corrected: "rest.get('/u', { id: '1' })",
      },
      {
        code: "rest.get('/u', text)",
        problem: "rest.get('/u'): the response is the function text itself; call it",
        corrected: "rest.get('/u', text('Hello'))",
      },
      {
        code: "rest.get('/u', passthrough)",
        problem: "rest.get('/u'): the response is the function passthrough itself; call it",
        corrected: "rest.get('/u', passthrough())",
      },
      {
        code: "rest.get('/u', networkError)",
        problem: "rest.get('/u'): the response is the function networkError itself; call it",
        corrected: "rest.get('/u', networkError())",
      },
      {
        code: "rest.get('/u', new Error('down'))",
        problem: "rest.get('/u'): the payload cannot be sent as JSON: an Error would become {}",
        corrected: "rest.get('/u', networkError(new Error('down')))",
      },
      {
        code: "rest.get('/u', new TypeError('Failed to fetch'))",
        problem: "rest.get('/u'): the payload cannot be sent as JSON: an Error would become {}",
        corrected: "rest.get('/u', networkError(new TypeError('Failed to fetch')))",
      },
      {
        code: "rest.put('/u', { id: exists() })",
        problem:
          "rest.put('/u'): the payload cannot be sent as JSON: a matcher such as exists() cannot be part of a payload",
        corrected: "rest.put('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.patch('/u', { id: exists() })",
        problem:
          "rest.patch('/u'): the payload cannot be sent as JSON: a matcher such as exists() cannot be part of a payload",
        corrected: "rest.patch('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.get('/u', { note: text })",
        problem:
          "rest.get('/u'): the payload cannot be sent as JSON: a function that was not called cannot be part of a payload",
        corrected: "rest.get('/u', { id: '1' })",
      },
      {
        code: "rest.get('/u', { id: 1n, message: 'Hello' })",
        problem: "rest.get('/u'): the payload cannot be sent as JSON: do not know how to serialize a BigInt",
        corrected: "rest.get('/u', { id: '1' })",
      },
      ...['RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'].map((name) => ({
        code: `rest.get('/u', new ${name}('down'))`,
        problem: "rest.get('/u'): the payload cannot be sent as JSON: an Error would become {}",
        corrected: `rest.get('/u', networkError(new ${name}('down')))`,
      })),
      {
        code: "rest.get('/u', '<p>', { headers: { 'content-type': 'text/html' } })",
        problem: "rest.get('/u'): a string is sent as JSON, in quotes, and its content type is 'text/html'",
        corrected: "rest.get('/u', html('<p>'))",
      },
      {
        code: "rest.get('/u', 'a,b', { headers: { 'Content-Type': 'text/csv', 'x-total': '1' } })",
        problem: "rest.get('/u'): a string is sent as JSON, in quotes, and its content type is 'text/csv'",
        corrected: "rest.get('/u', text('a,b'), { headers: { 'Content-Type': 'text/csv', 'x-total': '1' } })",
      },
      {
        code: "rest.get('/u', '<p>', { headers: { 'content-type': 'text/html', 'x-total': '1' } })",
        problem: "rest.get('/u'): a string is sent as JSON, in quotes, and its content type is 'text/html'",
        corrected: "rest.get('/u', html('<p>'), { headers: { 'x-total': '1' } })",
      },
      {
        code: "rest.get('/u', '--a', { headers: { 'content-type': 'multipart/related; type=\"text/html\"' } })",
        problem:
          "rest.get('/u'): a string is sent as JSON, in quotes, and its content type is 'multipart/related; type=\"text/html\"'",
        corrected:
          "rest.get('/u', text('--a'), { headers: { 'content-type': 'multipart/related; type=\"text/html\"' } })",
      },
    ],
  },
  {
    what: 'the arguments of rest',
    cases: [
      {
        code: "rest.get('/u')",
        problem: "rest.get('/u'): the response is missing; `undefined` sends none",
        corrected: "rest.get('/u', {})",
      },
      {
        code: "rest.get('/u', {}, { status: 404 }, { delay: 1 })",
        problem: "rest.get('/u'): it takes a path, a response and settings",
        corrected: "rest.get('/u', …, { status: 404, delay: 1 })",
      },
      {
        code: "rest.get('/u', {}, {}, () => {})",
        problem: "rest.get('/u'): it takes a path, a response and settings",
        corrected: "rest.get('/u', …)",
      },
      {
        code: "rest.get('/u', {}, undefined, { satus: 1 })",
        problem: "rest.get('/u'): it takes a path, a response and settings",
        corrected: "rest.get('/u', …)",
      },
      {
        code: "rest.get('/u', 404, { error: 'Not Found' })",
        problem: "rest.get('/u'): the response comes before the settings, and the status is a setting",
        corrected: "rest.get('/u', { error: 'Not Found' }, { status: 404 })",
      },
      {
        code: "rest.get('/u', 200, [1])",
        problem: "rest.get('/u'): the response comes before the settings, and the status is a setting",
        corrected: "rest.get('/u', [1], { status: 200 })",
      },
    ],
  },
  {
    what: 'a match of what is no expectation',
    cases: [
      {
        code: "rest.post('/u', {}, { match: { body: text('a') } })",
        problem: "rest.post('/u'): body is a reply such as text(), which no request contains",
        corrected: "rest.post('/u', …, { match: { body: 'a' } })",
      },
      {
        code: "rest.post('/u', {}, { match: { body: stream(['a']) } })",
        problem: "rest.post('/u'): body is a reply such as text(), which no request contains",
        corrected: "rest.post('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { body: { note: text('a') } } })",
        problem: "rest.post('/u'): body.note is a reply such as text(), which no request contains",
        corrected: "rest.post('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { body: text } })",
        problem: "rest.post('/u'): body is a reply such as text(), which no request contains",
        corrected: "rest.post('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { queries: { a: text('a') } } })",
        problem: "rest.get('/u'): queries.a is a reply such as text(), which no request contains",
        corrected: "rest.get('/u', …, { match: { queries: { id: exists() } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { queries: text('a') } })",
        problem: "rest.get('/u'): queries is a reply such as text(), which no request contains",
        corrected: "rest.get('/u', …, { match: { queries: { id: exists() } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { body: rest.get('/a', {}) } })",
        problem: "rest.post('/u'): body is a stub, which no request contains",
        corrected: "rest.post('/u', …, { match: { body: { id: exists() } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { body: setupMocks([]) } })",
        problem: "rest.post('/u'): body is mocks, which no request contains",
        corrected: "rest.post('/u', …, { match: { body: { id: exists() } } })",
      },
    ],
  },
  {
    what: 'a part of a match by another name',
    cases: [
      {
        code: "rest.post('/u', {}, { match: { json: { a: 1 } } })",
        problem: "rest.post('/u'): 'json' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …, { match: { body: { a: 1 } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { data: { a: 1 } } })",
        problem: "rest.post('/u'): 'data' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …, { match: { body: { a: 1 } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { payload: { a: 1 } } })",
        problem: "rest.post('/u'): 'payload' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …, { match: { body: { a: 1 } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { formData: { a: '1' } } })",
        problem: "rest.post('/u'): 'formData' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …, { match: { body: { a: '1' } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { method: 'POST' } })",
        problem: "rest.get('/u'): 'method' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …)",
      },
      {
        code: "rest.get('/u', {}, { match: { method: 'FETCH' } })",
        problem: "rest.get('/u'): 'method' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { queries: { role: 'admin' } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { url: '/users' } })",
        problem: "rest.get('/u'): 'url' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('/u', {}, { match: { path: '/users' } })",
        problem: "rest.get('/u'): 'path' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('/u', {}, { match: { url: /users/ } })",
        problem: "rest.get('/u'): 'url' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { queries: { role: 'admin' } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { searchParams: { page: 1 } } })",
        problem:
          "rest.get('/u'): 'searchParams' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { queries: { page: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { qs: { page: 1 } } })",
        problem: "rest.get('/u'): 'qs' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { queries: { page: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { cookie: 'sid=1' } })",
        problem: "rest.get('/u'): 'cookie' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { cookies: { sid: '1' } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { reqheaders: { accept: /json/ } } })",
        problem: "rest.get('/u'): 'reqheaders' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { headers: { accept: /json/ } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { form: { a: '1' } } })",
        problem: "rest.post('/u'): 'form' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …, { match: { body: { a: '1' } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { requestBody: { a: 1 } } })",
        problem:
          "rest.post('/u'): 'requestBody' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …, { match: { body: { a: 1 } } })",
      },
      {
        code: "rest.post('/u', {}, { match: { text: 'a=1' } })",
        problem: "rest.post('/u'): 'text' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/u', …, { match: { body: 'a=1' } })",
      },
      {
        code: "rest.get('/u', {}, { match: { search: { page: 1 } } })",
        problem: "rest.get('/u'): 'search' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { queries: { page: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { querystring: { page: 1 } } })",
        problem:
          "rest.get('/u'): 'querystring' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { queries: { page: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { queryParams: { page: 1 } } })",
        problem:
          "rest.get('/u'): 'queryParams' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { queries: { page: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { cookie: { sid: '1' } } })",
        problem: "rest.get('/u'): 'cookie' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { cookies: { sid: '1' } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { requestHeaders: { accept: /json/ } } })",
        problem:
          "rest.get('/u'): 'requestHeaders' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u', …, { match: { headers: { accept: /json/ } } })",
      },
      {
        code: "rest.get('/u/:id', {}, { match: { pathParams: { id: 1 } } })",
        problem:
          "rest.get('/u/:id'): 'pathParams' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/u/:id', …, { match: { params: { id: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { match: { pathname: '/users' } })",
        problem: "rest.get('/u'): 'pathname' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …)",
      },
    ],
  },
  {
    what: 'a setting by another name',
    cases: [
      {
        code: "rest.get('/u', {}, { wait: 50 })",
        problem: "rest.get('/u'): 'wait' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { delay: 50 })",
      },
      {
        code: "rest.get('/u', {}, { timeout: 50 })",
        problem: "rest.get('/u'): 'timeout' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { delay: 50 })",
      },
      {
        code: "rest.get('/u', {}, { latency: 50 })",
        problem: "rest.get('/u'): 'latency' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { delay: 50 })",
      },
      {
        code: "rest.get('/u', {}, { wait: true })",
        problem: "rest.get('/u'): 'wait' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { delay: 100 })",
      },
      {
        code: "rest.get('/u', '', { contentType: 'application/problem+json' })",
        problem: "rest.get('/u'): 'contentType' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { headers: { 'content-type': 'application/problem+json' } })",
      },
      {
        code: "rest.get('/u', {}, { persist: true })",
        problem: "rest.get('/u'): 'persist' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …)",
      },
      {
        code: "rest.get('/u', {}, { once: true })",
        problem: "rest.get('/u'): 'once' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { times: 1 })",
      },
      {
        code: "rest.get('/u', {}, { repeat: 3 })",
        problem: "rest.get('/u'): 'repeat' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { times: 3 })",
      },
      {
        code: "rest.get('/u', {}, { statusCode: 404 })",
        problem: "rest.get('/u'): 'statusCode' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { status: 404 })",
      },
      {
        code: "rest.get('/u', {}, { delayMs: 50 })",
        problem: "rest.get('/u'): 'delayMs' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { delay: 50 })",
      },
      {
        code: "rest.get('/u', {}, { wait: false })",
        problem: "rest.get('/u'): 'wait' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …)",
      },
      {
        code: "rest.get('/u', {}, { error: false })",
        problem: "rest.get('/u'): 'error' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …)",
      },
      {
        code: "rest.get('/u', {}, { limit: 3 })",
        problem: "rest.get('/u'): 'limit' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { times: 3 })",
      },
      {
        code: "rest.get('/u', '', { type: 'application/problem+json' })",
        problem: "rest.get('/u'): 'type' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { headers: { 'content-type': 'application/problem+json' } })",
      },
      {
        code: "rest.get('/u', '', { mimeType: 'application/problem+json' })",
        problem: "rest.get('/u'): 'mimeType' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { headers: { 'content-type': 'application/problem+json' } })",
      },
      {
        code: "rest.get('/u', {}, { method: 'POST' })",
        problem: "rest.get('/u'): 'method' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.post('/u', …)",
      },
      {
        code: "rest.get('/u', {}, { url: '/users' })",
        problem: "rest.get('/u'): 'url' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.post('/u', {}, { json: { a: 1 } })",
        problem: "rest.post('/u'): 'json' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.post('/u', …, { match: { body: { a: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { searchParams: { a: 1 } })",
        problem: "rest.get('/u'): 'searchParams' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { match: { queries: { a: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { query: { a: 1 } })",
        problem: "rest.get('/u'): 'query' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { match: { queries: { a: 1 } } })",
      },
      {
        code: "rest.get('/u', {}, { cookie: 'sid=1' })",
        problem: "rest.get('/u'): 'cookie' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …, { match: { cookies: { sid: '1' } } })",
      },
      {
        code: "rest.get('/u', {}, { networkError: true })",
        problem: "rest.get('/u'): 'networkError' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', networkError())",
      },
      {
        code: "rest.get('/u', {}, { error: new Error('down') })",
        problem: "rest.get('/u'): 'error' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', networkError())",
      },
      {
        code: "rest.get('/u', {}, { passthrough: true })",
        problem: "rest.get('/u'): 'passthrough' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', passthrough())",
      },
      {
        code: "rest.get('/u', undefined, { response: { id: 1 } })",
        problem: "rest.get('/u'): 'response' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', { id: 1 })",
      },
      {
        code: "rest.get('/u', undefined, { response: 1 })",
        problem: "rest.get('/u'): 'response' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/u', …)",
      },
    ],
  },
  {
    what: 'a path',
    cases: [
      {
        code: "rest.get('GET /users', {})",
        problem: "rest.get('GET /users'): a path has no method; the function has it",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('//users', {})",
        problem: "rest.get('//users'): an absolute URL starts with http:// or https://, a path with one slash",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('//api.test/users', {})",
        problem: "rest.get('//api.test/users'): an absolute URL starts with http:// or https://, a path with one slash",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        code: "rest.get('/users/\\\\d+', {})",
        problem: "rest.get('/users/\\\\d+'): a path has no RegExp syntax; use a param, or a RegExp as the path",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        code: "rest.get('/urn:foo:1', {})",
        problem: "rest.get('/urn:foo:1'): the path cannot be read: missing parameter name at index 9",
        corrected: "rest.get('/urn\\\\:foo\\\\:1', …)",
      },
      {
        code: "rest.get(':user-id', {})",
        problem: "rest.get(':user-id'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/:userId', …)",
      },
      {
        code: "rest.get('/users/${id}', {})",
        problem: "rest.get('/users/${id}'): in plain quotes, `${…}` is text; a param has a colon",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        code: "rest.get('/users/${user.id}/posts', {})",
        problem: "rest.get('/users/${user.id}/posts'): in plain quotes, `${…}` is text; a param has a colon",
        corrected: "rest.get('/users/:id/posts', …)",
      },
      {
        code: "rest.get('${API}/users', {})",
        problem: "rest.get('${API}/users'): in plain quotes, `${…}` is text; a param has a colon",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('https://${host}/users', {})",
        problem: "rest.get('https://${host}/users'): in plain quotes, `${…}` is text; a param has a colon",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('/:id/:id', {})",
        problem: "rest.get('/:id/:id'): two params have the name 'id'",
        corrected: "rest.get('/:id/:id2', …)",
      },
      {
        code: "rest.get('/:id/*id', {})",
        problem: "rest.get('/:id/*id'): two params have the name 'id'",
        corrected: "rest.get('/:id/*id2', …)",
      },
      {
        code: 'rest.get(\'/:"a b"/:"a b"\', {})',
        problem: 'rest.get(\'/:"a b"/:"a b"\'): two params have the name \'a b\'',
        corrected: 'rest.get(\'/:"a b"/:"a b2"\', …)',
      },
      {
        code: "rest.get('/users/<int:id>', {})",
        problem: "rest.get('/users/<int:id>'): a param is written with a colon",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        code: "rest.get('/users/{id}', {})",
        problem: "rest.get('/users/{id}'): a param is written with a colon; braces are for an optional part",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        code: "rest.get('/users/[id]', {})",
        problem: "rest.get('/users/[id]'): the path cannot be read: unexpected [ at index 7",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        code: "rest.get('^/users$', {})",
        problem: "rest.get('^/users$'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('users', {})",
        problem: "rest.get('users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('/users?page=1', {})",
        problem: "rest.get('/users?page=1'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { page: '1' } } })",
      },
      {
        code: "rest.get('/users/:id?', {})",
        problem: "rest.get('/users/:id?'): an optional part is written in braces",
        corrected: "rest.get('/users{/:id}', …)",
      },
      {
        code: "rest.get('/users/*', {})",
        problem: "rest.get('/users/*'): the path cannot be read: missing parameter name at index 8",
        corrected: "rest.get('/users/*rest', …)",
      },
      {
        code: "rest.get('//files//v1.0', {})",
        problem: "rest.get('//files//v1.0'): an absolute URL starts with http:// or https://, a path with one slash",
        corrected: "rest.get('/files//v1.0', …)",
      },
      {
        code: "rest.get('/posts/\\\\d', {})",
        problem: "rest.get('/posts/\\\\d'): a path has no RegExp syntax; use a param, or a RegExp as the path",
        corrected: "rest.get('/posts/:id', …)",
      },
      {
        code: "rest.get('/posts/\\\\d{2,4}', {})",
        problem: "rest.get('/posts/\\\\d{2,4}'): a path has no RegExp syntax; use a param, or a RegExp as the path",
        corrected: "rest.get('/posts/:id', …)",
      },
      {
        code: "rest.get('/posts/(\\\\d)', {})",
        problem: "rest.get('/posts/(\\\\d)'): the path cannot be read: unexpected ( at index 7",
        corrected: "rest.get('/posts/:id', …)",
      },
      {
        code: "rest.get('/posts/(\\\\d+)', {})",
        problem: "rest.get('/posts/(\\\\d+)'): the path cannot be read: unexpected ( at index 7",
        corrected: "rest.get('/posts/:id', …)",
      },
      {
        code: "rest.get('/v:1', {})",
        problem: "rest.get('/v:1'): the path cannot be read: missing parameter name at index 3",
        corrected: "rest.get('/v\\\\:1', …)",
      },
      {
        code: "rest.get('/urn:1:isbn', {})",
        problem: "rest.get('/urn:1:isbn'): the path cannot be read: missing parameter name at index 5",
        corrected: "rest.get('/urn\\\\:1\\\\:isbn', …)",
      },
      {
        code: "rest.get('/posts/${ slug }', {})",
        problem: "rest.get('/posts/${ slug }'): in plain quotes, `${…}` is text; a param has a colon",
        corrected: "rest.get('/posts/:slug', …)",
      },
      {
        code: "rest.get('posts/${slug}', {})",
        problem: "rest.get('posts/${slug}'): in plain quotes, `${…}` is text; a param has a colon",
        corrected: "rest.get('/posts/:slug', …)",
      },
      {
        code: "rest.get('/:team/:slug/:slug', {})",
        problem: "rest.get('/:team/:slug/:slug'): two params have the name 'slug'",
        corrected: "rest.get('/:team/:slug/:slug2', …)",
      },
      {
        code: "rest.get('/posts/<slug>', {})",
        problem: "rest.get('/posts/<slug>'): a param is written with a colon",
        corrected: "rest.get('/posts/:slug', …)",
      },
      {
        code: "rest.get('https://api.test/posts/<slug>', {})",
        problem: "rest.get('https://api.test/posts/<slug>'): a param is written with a colon",
        corrected: "rest.get('https://api.test/posts/:slug', …)",
      },
      {
        code: "rest.get('^/users', {})",
        problem: "rest.get('^/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        code: "rest.get('^/price$usd', {})",
        problem: "rest.get('^/price$usd'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/price$usd', …)",
      },
      {
        code: "rest.get('users/a^b$', {})",
        problem: "rest.get('users/a^b$'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users/a^b$', …)",
      },
    ],
  },
  {
    what: 'routes',
    cases: [
      {
        code: "setupMocks({ a: rest.get('/a', {}) })",
        problem: 'setupMocks expects an array of rest.get(…) stubs, got an object of stubs',
        corrected: 'setupMocks(Object.values(routes))',
      },
      {
        code: "setupMocks([rest.get('/a', {}), undefined])",
        problem: 'setupMocks expects an array of rest.get(…) stubs, got undefined at index 1',
        corrected: "setupMocks([rest.get('/users', [])])",
      },
      {
        code: "setupMocks(rest.get('/a', {}))",
        problem: 'setupMocks expects an array of rest.get(…) stubs, got one stub alone',
        corrected: "setupMocks([rest.get('/a', …)])",
      },
      {
        code: 'setupMocks()',
        problem: 'setupMocks expects an array of rest.get(…) stubs, got undefined',
        corrected: "setupMocks([rest.get('/users', [])])",
      },
      {
        code: "setupMocks([[rest.get('/a', {})]])",
        problem: 'setupMocks expects an array of rest.get(…) stubs, got an array at index 0',
        corrected: 'setupMocks([...userRoutes, ...postRoutes])',
      },
      {
        code: 'setupMocks([rest.get])',
        problem: 'setupMocks expects an array of rest.get(…) stubs, got [function declare] at index 0',
        corrected: "setupMocks([rest.get('/users', [])])",
      },
      {
        code: 'setupMocks(() => [])',
        problem: 'setupMocks expects an array of rest.get(…) stubs, got [function]',
        corrected: "setupMocks([rest.get('/users', [])])",
      },
    ],
  },
  {
    what: 'the options of setupMocks',
    cases: [
      {
        code: 'setupMocks([], { passthrough: true })',
        problem: 'setupMocks: passthrough is a list, not true',
        corrected: "setupMocks(routes, { onUnmatched: 'passthrough' })",
      },
      {
        code: "setupMocks([], { passthrough: 'http://localhost:3000' })",
        problem: "setupMocks: passthrough is a list, not 'http://localhost:3000'",
        corrected: "setupMocks(routes, { passthrough: ['http://localhost:3000'] })",
      },
      {
        code: "setupMocks([], { passthrough: ['localhost:3000'] })",
        problem:
          "setupMocks: passthrough takes origins, RegExps on the whole URL and functions of the request, not 'localhost:3000'",
        corrected: "setupMocks(routes, { passthrough: ['http://localhost:3000'] })",
      },
      {
        code: "setupMocks([], { passthrough: ['api.example.test'] })",
        problem:
          "setupMocks: passthrough takes origins, RegExps on the whole URL and functions of the request, not 'api.example.test'",
        corrected: "setupMocks(routes, { passthrough: ['https://api.example.test'] })",
      },
      {
        code: "setupMocks([], { passthrough: ['http://localhost:3000/api'] })",
        problem:
          "setupMocks: passthrough takes origins, RegExps on the whole URL and functions of the request, not 'http://localhost:3000/api'",
        corrected: "setupMocks(routes, { passthrough: ['http://localhost:3000'] })",
      },
      {
        code: "setupMocks([], { passthrough: ['/api'] })",
        problem:
          "setupMocks: passthrough takes origins, RegExps on the whole URL and functions of the request, not '/api'",
        corrected: 'setupMocks(routes, { passthrough: [/\\/api/] })',
      },
      {
        code: 'setupMocks([], { passthrough: /api/ })',
        problem: 'setupMocks: passthrough is a list, not /api/',
        corrected: 'setupMocks(routes, { passthrough: [/api/] })',
      },
      {
        code: 'setupMocks([], { passthrough: [1] })',
        problem: 'setupMocks: passthrough takes origins, RegExps on the whole URL and functions of the request, not 1',
        corrected: "setupMocks(routes, { passthrough: ['https://api.example.com'] })",
      },
      {
        code: "setupMocks([], { baseUrl: '/api' })",
        problem: "setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not '/api'",
        corrected: "setupMocks(routes, { baseUrl: 'http://localhost:3000/api' })",
      },
      {
        code: "setupMocks([], { baseUrl: 'api.test/v1' })",
        problem: "setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not 'api.test/v1'",
        corrected: "setupMocks(routes, { baseUrl: 'https://api.test/v1' })",
      },
      {
        code: "setupMocks([], { baseUrl: 'localhost:3000' })",
        problem: "setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not 'localhost:3000'",
        corrected: "setupMocks(routes, { baseUrl: 'http://localhost:3000' })",
      },
      {
        code: "setupMocks([], { baseUrl: 'https://api.test/v1?a=1' })",
        problem:
          "setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not 'https://api.test/v1?a=1'",
        corrected: "setupMocks(routes, { baseUrl: 'https://api.test/v1' })",
      },
      {
        code: 'setupMocks([], { baseUrl: 1 })',
        problem: 'setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not 1',
        corrected: "setupMocks(routes, { baseUrl: 'http://localhost:3000' })",
      },
      {
        code: "setupMocks([], { onUnmatched: 'bypass' })",
        problem: "setupMocks: onUnmatched is 'error', 'warn', 'passthrough' or a function, not 'bypass'",
        corrected: "setupMocks(routes, { onUnmatched: 'passthrough' })",
      },
      {
        code: "setupMocks([], { onUnmatched: 'throw' })",
        problem: "setupMocks: onUnmatched is 'error', 'warn', 'passthrough' or a function, not 'throw'",
        corrected: "setupMocks(routes, { onUnmatched: 'error' })",
      },
      {
        code: "setupMocks([], { onUnmatched: 'wran' })",
        problem: "setupMocks: onUnmatched is 'error', 'warn', 'passthrough' or a function, not 'wran'",
        corrected: "setupMocks(routes, { onUnmatched: 'warn' })",
      },
      {
        code: 'setupMocks([], { onUnmatched: 1 })',
        problem: "setupMocks: onUnmatched is 'error', 'warn', 'passthrough' or a function, not 1",
        corrected: "setupMocks(routes, { onUnmatched: 'warn' })",
      },
      {
        code: "setupMocks([], { onUnhandledRequest: 'bypass' })",
        problem: "setupMocks: 'onUnhandledRequest' is not an option; use baseUrl, onUnmatched, passthrough or log",
        corrected: "setupMocks(routes, { onUnmatched: 'passthrough' })",
      },
      {
        code: "setupMocks([], { baseURL: 'api.test' })",
        problem: "setupMocks: 'baseURL' is not an option; use baseUrl, onUnmatched, passthrough or log",
        corrected: "setupMocks(routes, { baseUrl: 'https://api.test' })",
      },
      {
        code: 'setupMocks([], { logs: true })',
        problem: "setupMocks: 'logs' is not an option; use baseUrl, onUnmatched, passthrough or log",
        corrected: 'setupMocks(routes, { log: false })',
      },
      {
        code: "setupMocks([], { passThrough: 'localhost:3000' })",
        problem: "setupMocks: 'passThrough' is not an option; use baseUrl, onUnmatched, passthrough or log",
        corrected: "setupMocks(routes, { passthrough: ['http://localhost:3000'] })",
      },
    ],
  },
]

describe.each(refused)('$what', ({ cases }) => {
  test.each(cases)('$code is refused', ({ code, problem, corrected }) => {
    expect(() => run(code)).toThrow(new mynah.RouteDefinitionError(`${problem}\n\nWrite  ${corrected}`))
  })

  test.each(cases)('$code: what is to be written instead is right', ({ corrected }) => {
    const code = corrected.replace('…', '{}').replace('({ a: stub })', '(routes)')
    expect(
      run(code === 'setupMocks(Object.values(routes))' ? 'setupMocks(Object.values({ ...routes }))' : code),
    ).toBeDefined()
    expect(warnings()).toEqual([])
  })
})

interface Doubt {
  readonly code: string
  readonly problem: string
  /** The code that was probably meant. */
  readonly right: string
  /** The code that says the same without a warning. */
  readonly same: string
}

const doubted: readonly Doubt[] = [
  {
    code: "rest.get('/u', 404)",
    problem: "rest.get('/u', 404) sends the status 200, and 404 as its body",
    right: "rest.get('/u', {}, { status: 404 })",
    same: "rest.get('/u', 404, { status: 200 })",
  },
  {
    code: "rest.delete('/u', 204)",
    problem: "rest.delete('/u', 204) sends the status 200, and 204 as its body",
    right: "rest.delete('/u', undefined, { status: 204 })",
    same: "rest.delete('/u', 204, { status: 200 })",
  },
  {
    code: "rest.get('/u', { status: 404 })",
    problem: "rest.get('/u', { status: 404 }) sends the status 200, and { status: 404 } as its body",
    right: "rest.get('/u', {}, { status: 404 })",
    same: "rest.get('/u', { status: 404 }, { status: 200 })",
  },
  {
    code: "rest.post('/u', { status: 201, body: { id: 1 } })",
    problem:
      "rest.post('/u', { status: 201, body: { id: 1 } }) sends the status 200, and { status: 201, body: { id: 1 } } as its body",
    right: "rest.post('/u', { id: 1 }, { status: 201 })",
    same: "rest.post('/u', { status: 201, body: { id: 1 } }, { status: 200 })",
  },
  {
    code: "rest.post('/u', { statusCode: 201, body: { id: 1 }, headers: { location: '/u/1' } })",
    problem:
      "rest.post('/u', { statusCode: 201, body: { id: 1 }, headers: { location: '/u/1' } }) sends the status 200, and { statusCode: 201, body: { id: 1 }, headers: { location: '/u/1' } } as its body",
    right: "rest.post('/u', { id: 1 }, { status: 201, headers: { location: '/u/1' } })",
    same: "rest.post('/u', { statusCode: 201, body: { id: 1 }, headers: { location: '/u/1' } }, { status: 200 })",
  },
  {
    code: "rest.post('/u', [201, { id: 1 }])",
    problem: "rest.post('/u', [201, { id: 1 }]) sends the status 200, and [201, { id: 1 }] as its body",
    right: "rest.post('/u', { id: 1 }, { status: 201 })",
    same: "rest.post('/u', [201, { id: 1 }], { status: 200 })",
  },
  {
    code: "rest.post('/u', [201, { id: 1 }, { location: '/u/1' }])",
    problem:
      "rest.post('/u', [201, { id: 1 }, { location: '/u/1' }]) sends the status 200, and [201, { id: 1 }, { location: '/u/1' }] as its body",
    right: "rest.post('/u', { id: 1 }, { status: 201, headers: { location: '/u/1' } })",
    same: "rest.post('/u', [201, { id: 1 }, { location: '/u/1' }], { status: 200 })",
  },
  {
    code: "rest.get('/u', '{\"id\":1}')",
    problem: "rest.get('/u', '{\"id\":1}') sends a JSON string, in quotes: payloads are made JSON already",
    right: "rest.get('/u', { id: 1 })",
    same: "rest.get('/u', () => Response.json('{\"id\":1}'))",
  },
  {
    code: "rest.get('/u', '[]')",
    problem: "rest.get('/u', '[]') sends a JSON string, in quotes: payloads are made JSON already",
    right: "rest.get('/u', [])",
    same: "rest.get('/u', () => Response.json('[]'))",
  },
  {
    code: "rest.get('/users/:user-id', {})",
    problem: "rest.get('/users/:user-id'): the param is called 'user', and '-id' is text behind it",
    right: "rest.get('/users/:userId', …)",
    same: 'rest.get(\'/users/:"user"-id\', …)',
  },
  {
    code: "rest.get('/users/:user-account-id', {})",
    problem: "rest.get('/users/:user-account-id'): the param is called 'user', and '-account-id' is text behind it",
    right: "rest.get('/users/:userAccountId', …)",
    same: 'rest.get(\'/users/:"user"-account-id\', …)',
  },
  {
    code: "rest.get('/users/:user-id/posts/:post-id', {})",
    problem: "rest.get('/users/:user-id/posts/:post-id'): the param is called 'user', and '-id' is text behind it",
    right: "rest.get('/users/:userId/posts/:postId', …)",
    same: 'rest.get(\'/users/:"user"-id/posts/:"post"-id\', …)',
  },
]

describe.each(doubted)('$code', ({ code, problem, right, same }) => {
  test('is taken, with a warning', () => {
    expect(run(code)).toBeDefined()
    expect(warnings()).toEqual([`mynah: ${problem}\n\nWrite  ${right}\nIf it is meant, write  ${same}`])
  })

  test.each([right, same])('%s needs no warning', (written) => {
    expect(run(written.replace('…', '{}'))).toBeDefined()
    expect(warnings()).toEqual([])
  })
})

const RETURNED: readonly { returned: string; right: string; same: string }[] = [
  {
    returned: '404',
    right: 'setStatusCode(404); return {}',
    same: 'setStatusCode(200); return 404',
  },
  {
    returned: '{ status: 404 }',
    right: 'setStatusCode(404); return {}',
    same: 'setStatusCode(200); return { status: 404 }',
  },
  {
    returned: '[201, { id: 1 }]',
    right: 'setStatusCode(201); return { id: 1 }',
    same: 'setStatusCode(200); return [201, { id: 1 }]',
  },
  {
    returned: "{ statusCode: 422, body: { error: 'Name' } }",
    right: "setStatusCode(422); return { error: 'Name' }",
    same: "setStatusCode(200); return { statusCode: 422, body: { error: 'Name' } }",
  },
]

describe.each(RETURNED)('a resolver that returns $returned', ({ returned, right, same }) => {
  const resolver = (body: string) =>
    run(`setupMocks([rest.get('/u', ({ setStatusCode }) => { ${body} })])`) as mynah.Mocks

  test('is warned about once, whatever the number of its requests', async () => {
    const mocks = resolver(`return ${returned}`)
    expect((await mocks.fetch('http://api.test/u')).status).toBe(200)
    await mocks.fetch('http://api.test/u')
    expect(warnings()).toEqual([
      `mynah: rest.get('/u', …) returned ${returned}, which is sent as a body with the status 200\n\nWrite  ${right}\nIf it is meant, write  ${same}`,
    ])
  })

  test.each([right, same])('%s needs no warning', async (body) => {
    const mocks = resolver(body)
    const [, status] = /\((\d+)\)/.exec(body) ?? []
    expect((await mocks.fetch('http://api.test/u')).status).toBe(Number(status))
    expect(warnings()).toEqual([])
  })
})

describe('a resolver', () => {
  const failureOf = async (resolver: mynah.RestResolver<object>) => {
    const mocks = mynah.setupMocks([mynah.rest.get('/u', resolver)])
    const error: unknown = await mocks.fetch('http://api.test/u').catch((thrown: unknown) => thrown)
    mocks.reset({ failures: true })
    mocks.stop()
    return String(error).replace(/ {2}\S+$/, '')
  }

  test('that calls next() and does not return it is refused', async () => {
    const message =
      "MynahError: A resolver called next() and did not return it; write `return next()`\n\n  rest.get('/u')"
    expect(await failureOf(({ next }) => void next())).toBe(message)
    expect(
      await failureOf(({ next }) => {
        next()
        return { id: 1 }
      }),
    ).toBe(message)
    expect(await failureOf(async ({ next }) => void next())).toBe(message)
  })

  test('that sets something after its answer causes a warning, with the line that does it', async () => {
    const late = await new Promise<string[]>((resolve) => {
      const mocks = mynah.setupMocks([
        mynah.rest.get('/u', ({ setStatusCode, setHeader, setCookie, setDelay, next }) => {
          const acts = [
            () => setStatusCode(404),
            () => setHeader('x-a', '1'),
            () => setCookie('sid', '1'),
            () => setDelay(5),
            () => next(),
          ]
          setTimeout(() => resolve(acts.map((act) => messageOf(act))))
          return {}
        }),
      ])
      void mocks.fetch('http://api.test/u')
    })
    const told = (call: string) =>
      `${call} was called after the answer: a resolver has to await what it waits for\n\n  rest.get('/u')`
    expect(late).toEqual([
      told('setStatusCode(404)'),
      told("setHeader('x-a', …)"),
      told("setCookie('sid', …)"),
      told('setDelay(5)'),
      told('next()'),
    ])
  })
})

function messageOf(act: () => unknown): string {
  try {
    act()
    return 'nothing'
  } catch (error) {
    return (error as Error).message.replace(/ {2}\S+$/, '')
  }
}

test('a function in a match that returns a matcher is an error: it would match every request', async () => {
  const role = () => mynah.exists()
  const mocks = mynah.setupMocks([mynah.rest.get('/u', {}, { match: { queries: { role } } })])
  await expect(mocks.fetch('http://api.test/u?role=1')).rejects.toThrow(
    'TypeError: The function returned a matcher, which asks nothing there; write the matcher itself',
  )
  mocks.reset({ failures: true })
  mocks.stop()
})

test.each([404, { status: 404 }, [201, {}], { status: 404, error: 'Not Found' }, [1, 2], '{ not json'])(
  'a payload beside its status is meant: %j',
  (payload) => {
    mynah.rest.get('/u', payload, { status: 200 })
    expect(warnings()).toEqual([])
  },
)

test.each([
  { status: 404, error: 'Not Found' },
  { status: 'ok' },
  [1, 2],
  [200, 404],
  7,
  1000,
  '404',
  'text',
  '[not json',
])('an ordinary payload is no mistake: %j', (payload) => {
  mynah.rest.get('/u', payload)
  expect(warnings()).toEqual([])
})

describe('mocks.waitFor', () => {
  const refusals = [
    {
      args: ['/u', 500],
      message: 'mocks.waitFor: the options must be an object, got 500\n\nWrite  mocks.waitFor(…, { timeout: 500 })',
    },
    {
      args: ['/u', { time: 500 }],
      message:
        "mocks.waitFor: 'time' is not an option; use times or timeout\n\nWrite  mocks.waitFor(…, { timeout: 500 })",
    },
    {
      args: ['u'],
      message: "mocks.waitFor('u'): a path starts with a slash, or is an absolute URL\n\nWrite  mocks.waitFor('/u')",
    },
    {
      args: ['/u', { timeout: 0 }],
      message: "mocks.waitFor: waited 0 ms for 1 call of '/u', and 0 arrived\n\nNo request has arrived",
    },
  ]

  test.each(refusals)('$args', async ({ args, message }) => {
    const mocks = mynah.setupMocks([])
    mocks.start()
    const waitFor = mocks.waitFor as (...args: readonly unknown[]) => Promise<unknown>
    const error = await waitFor(...args).catch((thrown: Error) => thrown.message)
    mocks.stop()
    expect(error).toBe(message)
  })
})

describe('a request that a stub does not take, and why', () => {
  const cases: readonly {
    what: string
    match: mynah.MatchParts<object>
    url?: string
    init?: RequestInit
    difference: string
    right: mynah.MatchParts<object>
  }[] = [
    {
      what: 'a query whose name has brackets',
      match: { queries: { tag: 'a' } },
      url: '?tag[]=a',
      difference: `  queries.tag  expected 'a'
               received nothing
               its name is 'tag[]': write queries: { 'tag[]': … }`,
      right: { queries: { 'tag[]': 'a' } },
    },
    {
      what: 'a query whose name has an index',
      match: { queries: { tag: ['a', 'b'] } },
      url: '?tag[0]=a&tag[1]=b',
      difference: `  queries.tag  expected ['a', 'b']
               received nothing
               its name is 'tag[0]': write queries: { 'tag[0]': … }`,
      right: { queries: { 'tag[0]': 'a', 'tag[1]': 'b' } },
    },
    {
      what: 'a query whose name has no brackets',
      match: { queries: { 'tag[]': 'a' } },
      url: '?tag=a',
      difference: `  queries.tag[]  expected 'a'
                 received nothing
                 its name is 'tag': write queries: { tag: … }`,
      right: { queries: { tag: 'a' } },
    },
    {
      what: 'a query of another name',
      match: { queries: { tag: 'a' } },
      url: '?tags[]=a',
      difference: `  queries.tag  expected 'a'
               received nothing`,
      right: { queries: { 'tags[]': 'a' } },
    },
    {
      what: 'JSON without its content type',
      match: { body: { name: 'Ada' } },
      init: { method: 'POST', body: '{"name":"Ada"}' },
      difference: `  body  expected { name: 'Ada' }
        received '{"name":"Ada"}'
        sent with content-type 'text/plain;charset=UTF-8', so it was not read as JSON`,
      right: { body: '{"name":"Ada"}' },
    },
  ]

  test.each(cases)('$what', async ({ match, url = '', init, difference, right }) => {
    const ask = async (asked: mynah.MatchParts<object>) => {
      const mocks = mynah.setupMocks([mynah.rest.all('/u', {}, { match: asked })])
      const answer = mocks.fetch(`http://api.test/u${url}`, init)
      return answer
        .then(
          () => '',
          (error: Error) => error.message,
        )
        .finally(() => mocks.reset({ failures: true }))
    }
    const [, , , ...lines] = (await ask(match)).split('\n')
    expect(lines.slice(0, lines.indexOf('')).join('\n')).toBe(difference)
    expect(await ask(right)).toBe('')
  })
})
