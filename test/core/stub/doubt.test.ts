import { describe, expect, test } from 'vitest'
import { html, sequence, stream, text } from '../../../src/core/reply/named-replies.ts'
import { doubtOf, wordDoubt } from '../../../src/core/stub/doubt.ts'

const route = { method: 'GET', path: '/users' } as const
const declared = (value: unknown, status?: number) => doubtOf(route, { value, status, headers: [] })

const KNOWN = [200, 204, 302, 404, 418, 422, 503]
const OTHERS = [199, 209, 309, 419, 432, 512, 600]

test.each([
  { title: 'sequence() of two lists', response: sequence(['a'], ['b']) },
  { title: 'sequence() of one text', response: sequence('a') },
  { title: 'stream() of a list', response: stream(['a']) },
  { title: 'an object that is no text to anybody', response: Object.assign(Object.create(null), { a: 1 }) },
])('no doubt: $title', ({ response }) => {
  expect(declared(response)).toBeUndefined()
})

describe('a payload that is more likely a response', () => {
  test.each(KNOWN)('the status %i alone', (status) => {
    expect(declared(status)).toEqual({
      problem: `rest.get('/users', …): ${status} is sent as a body with the status 200`,
      right: `rest.get('/users', status(${status}))`,
      same: `rest.get('/users', status(200, ${status}))`,
    })
  })

  test.each([
    { title: 'a list', response: [404, { error: 1 }], right: "rest.get('/users', status(404, { error: 1 }))" },
    {
      title: 'a list with headers',
      response: [404, {}, { 'x-a': '1' }],
      right: "rest.get('/users', status(404, {}), { headers: { 'x-a': '1' } })",
    },
    { title: 'an object', response: { status: 404, body: [] }, right: "rest.get('/users', status(404, []))" },
    {
      title: 'an object with json',
      response: { status: 404, json: [] },
      right: "rest.get('/users', status(404, []))",
    },
    {
      title: 'an object with data',
      response: { status: 404, data: [] },
      right: "rest.get('/users', status(404, []))",
    },
    { title: 'a text of JSON', response: ' [1]', right: "rest.get('/users', [1])" },
    {
      title: 'a sequence of one list',
      response: sequence(['a', 'b']),
      right: "rest.get('/users', sequence('a', 'b'))",
    },
  ])('$title', ({ response, right }) => {
    expect(declared(response)?.right).toBe(right)
  })
})

describe('a plain body with the content-encoding of another', () => {
  const encoded = (value: unknown, headers: [string, unknown][]) =>
    doubtOf(route, { value, status: undefined, headers })

  test('of JSON', () => {
    expect(
      encoded({ id: 1 }, [
        ['Content-Encoding', 'gzip'],
        ['x-a', '1'],
      ]),
    ).toEqual({
      problem:
        "rest.get('/users', …): { id: 1 } is sent as it is, and its content-encoding is 'gzip': no client can decode it",
      right: "rest.get('/users', { id: 1 }, { headers: { 'x-a': '1' } })",
      same: "rest.get('/users', gzipSync(JSON.stringify({ id: 1 })), { headers: { 'Content-Encoding': 'gzip', 'x-a': '1' } })",
    })
  })

  test.each([
    {
      title: 'no others',
      status: undefined,
      headers: [],
      right: '',
      same: ", { headers: { 'content-encoding': 'br' } }",
    },
    {
      title: 'a status',
      status: 201,
      headers: [],
      right: ', { status: 201 }',
      same: ", { status: 201, headers: { 'content-encoding': 'br' } }",
    },
    {
      title: 'a status and another header',
      status: 201,
      headers: [['x-a', '1']],
      right: ", { status: 201, headers: { 'x-a': '1' } }",
      same: ", { status: 201, headers: { 'content-encoding': 'br', 'x-a': '1' } }",
    },
  ] as const)('keeps the other settings: $title', ({ status, headers, right, same }) => {
    expect(doubtOf(route, { value: [1], status, headers: [['content-encoding', 'br'], ...headers] })).toEqual({
      problem: "rest.get('/users', …): [1] is sent as it is, and its content-encoding is 'br': no client can decode it",
      right: `rest.get('/users', [1]${right})`,
      same: `rest.get('/users', brotliCompressSync(JSON.stringify([1]))${same})`,
    })
  })

  test.each([
    { encoding: 'gzip', value: 5, same: 'gzipSync(JSON.stringify(5))' },
    { encoding: 'gzip', value: true, same: 'gzipSync(JSON.stringify(true))' },
    { encoding: 'x-gzip', value: [1], same: 'gzipSync(JSON.stringify([1]))' },
    { encoding: 'deflate', value: 'a', same: "deflateSync(JSON.stringify('a'))" },
    { encoding: 'BR', value: text('a'), same: "brotliCompressSync('a')" },
    { encoding: 'zstd', value: html('<p>'), same: "zstdCompressSync('<p>')" },
  ])('$encoding', ({ encoding, value, same }) => {
    const settings = `{ headers: { 'content-encoding': '${encoding}' } }`
    expect(encoded(value, [['content-encoding', encoding]])?.same).toBe(`rest.get('/users', ${same}, ${settings})`)
  })

  test.each([
    { title: 'bytes', value: new Uint8Array(1), encoding: 'gzip' },
    { title: 'a resolver', value: () => 'a', encoding: 'gzip' },
    { title: 'a stream', value: stream(['a']), encoding: 'gzip' },
    { title: 'no body', value: undefined, encoding: 'gzip' },
    { title: 'an encoding that clients leave', value: 'a', encoding: 'identity' },
  ])('$title is no doubt', ({ value, encoding }) => {
    expect(encoded(value, [['content-encoding', encoding]])).toBeUndefined()
  })
})

const meant: readonly { title: string; response: unknown }[] = [
  ...OTHERS.map((status) => ({ title: `${status}, which is hardly meant as a status`, response: status })),
  { title: 'a list of a status alone', response: [404] },
  { title: 'a list of two numbers', response: [404, 405] },
  { title: 'a list of four elements', response: [404, {}, {}, 1] },
  { title: 'an object with another key', response: { status: 404, body: {}, id: 1 } },
  { title: 'JSON of a text that has a brace', response: '"{}"' },
  { title: 'a list of a text of JSON', response: ['{}'] },
]

test.each(meant)('no doubt about $title', ({ response }) => {
  expect(declared(response)).toBeUndefined()
})

test('a status that is set says that the payload is meant', () => {
  expect(declared(404, 200)).toBeUndefined()
})

test('a doubt is worded with the place of the declaration, if it is known', () => {
  const doubt = { problem: 'It is odd', right: 'this', same: 'that' }
  expect(wordDoubt(doubt, 'test/users.test.ts:12')).toBe(
    'mynah: It is odd  test/users.test.ts:12\n\nWrite  this\nIf it is meant, write  that',
  )
  expect(wordDoubt(doubt, undefined)).toBe('mynah: It is odd\n\nWrite  this\nIf it is meant, write  that')
})
