import { describe, expect, test } from 'vitest'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

const project = fileIn({ nock: '14.0.0' }, 'users.test.js')
const HEAD = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import nock from 'nock'
`
const rewritten = (body: string) => rewrite(`${HEAD}\ntest('a', async () => {\n  ${body}\n})\n`, project)

test('the headers that nock’s recorder writes, a list of names and values, kept their answer', () => {
  const body = `nock('https://api.test', { encodedQueryParams: true })
    .get('/a')
    .query({ 'q%5B%5D': 'repo%3Aa+b' })
    .reply(200, { n: 1 }, ['Server', 'api', 'Set-Cookie', 'a=1', 'Content-Length', '7', 'set-cookie', 'b=2', 'X-A', '1'])
  const response = await fetch('https://api.test/a?q[]=repo:a%2Bb')
  assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2'])
  assert.deepEqual([response.headers.get('server'), response.headers.get('x-a'), await response.json()], ['api', '1', { n: 1 }])`
  const { text = '', left } = rewritten(body) ?? {}
  expect(left).toEqual([])
  expect(
    text.slice(text.indexOf('  mocks.use'), text.indexOf('  const response')),
  ).toBe(`  mocks.use.get('https://api.test/a', { n: 1 }, {
    match: { queries: equals({ 'q[]': 'repo:a+b' }) },
    headers: { Server: 'api', 'Set-Cookie': ['a=1', 'b=2'], 'X-A': '1' },
    times: 1,
  })
`)
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})

test.each([
  ['a list', "['FIRST', 'SECOND']", "Buffer.from(['FIRST', 'SECOND'].join(''), 'hex')"],
  ['one text', "'FIRSTSECOND'", "Buffer.from('FIRSTSECOND', 'hex')"],
])('compressed bytes in hexadecimal, as nock’s recorder writes them, kept their answer: %s', (_, body, written) => {
  const of = (code: string) => code.replace('FIRST', FIRST).replace('SECOND', SECOND)
  const { text = '', left } =
    rewritten(`nock('https://api.test').get('/a').reply(200, ${of(body)}, ['Content-Encoding', 'gzip'])
  const response = await fetch('https://api.test/a')
  assert.deepEqual(await response.json(), { n: 1 })`) ?? {}
  expect(left).toEqual([])
  expect(text.replaceAll(/\s+/g, '')).toContain(
    `mocks.use.get('https://api.test/a',${of(written)},{`.replaceAll(' ', ''),
  )
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})

/** `{"n":1}` by gzip. */
const [FIRST, SECOND] = ['1f8b0800000000000203', 'ab56ca53b232ac05007e3b4bd407000000']

describe('what the recorder wrote stays by hand', () => {
  test.each([
    [
      'a body of compressed bytes that is no text',
      "{ id: 1 }, { 'Content-Encoding': 'gzip' }",
      'with Content-Encoding nock sends bytes: write these',
    ],
    [
      'a header whose name is not known',
      "'a', [load(), '1']",
      "write the list of headers as an object: { 'x-a': '1' }",
    ],
    ['a header without a value', "'a', ['x-a']", "write the list of headers as an object: { 'x-a': '1' }"],
  ])('%s', (_, reply, reason) => {
    const { left, converted } = rewritten(`nock('https://api.test').get('/a').reply(200, ${reply})`) ?? {}
    expect([converted, left?.map((one) => one.reason)]).toEqual([0, [reason]])
  })

  test.each([
    ['a whole query', "'q=a%20b'"],
    ['an escape that is none', "{ q: '100%' }"],
  ])('the escapes of %s', (_, query) => {
    const chain = `nock('https://api.test', { encodedQueryParams: true }).get('/a').query(${query}).reply(200)`
    expect(rewritten(chain)?.left.map(({ reason }) => reason)).toEqual([
      'write the names and values of query() without escapes: mynah compares them decoded',
    ])
  })
})

test('compressed bytes that are no text are sent as they are', () => {
  const chain =
    "nock('https://api.test').get('/a').reply(200, Buffer.from('1f8b', 'hex'), { 'Content-Encoding': 'gzip' })"
  expect(rewritten(chain)?.left).toEqual([])
})

test("the option that the recorder writes, in quotes, kept each recorded answer: { 'encodedQueryParams': true }", () => {
  const { text, left } = rewrite(`import nock from 'nock'
import { test } from 'vitest'

test('a', async () => {
  nock('https://api.test:443', {"encodedQueryParams":true}).get('/a').query({"q":"a%20b"}).reply(200, {"id":1})
  await fetch('https://api.test/a?q=a+b')
})
`) ?? { text: '' }
  expect(left).toEqual([])
  expect(text).toContain(`  mocks.use.get(
    'https://api.test:443/a',
    {"id":1},
    { match: { queries: equals({"q":'a b'}) }, times: 1 },
  )
`)
})
