import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { type RequestSnapshot, rest } from '../../src/entries/index.ts'
import { start } from './support.ts'

test('the parts of a request are ordinary objects: they equal literals', async () => {
  const seen: RequestSnapshot[] = []
  const mocks = start([
    rest.post('/users/:id', ({ request }) => {
      seen.push(request)
      return null
    }),
  ])
  const url = 'http://api.test/users/1?tag=a&tag=b&__proto__=c'
  await fetch(url, { method: 'POST', body: 'a=1&__proto__=2', headers: { cookie: 'x=1; __proto__=3', 'x-a': 'b' } })
  for (const request of [seen[0], mocks.calls()[0]?.request] as RequestSnapshot[]) {
    const { params, queries, cookies, headers, text } = request
    assert.deepEqual(params, { id: '1' })
    assert.deepEqual(queries, { tag: ['a', 'b'], ['__proto__']: 'c' })
    assert.deepEqual(cookies, { x: '1', ['__proto__']: '3' })
    expect(headers).toStrictEqual({
      'content-type': 'text/plain;charset=UTF-8',
      cookie: 'x=1; __proto__=3',
      'x-a': 'b',
    })
    expect(text).toBe('a=1&__proto__=2')
  }
})

test.each([
  { title: 'JSON', type: 'application/json', body: '{"a": 1}', text: '{"a": 1}' },
  { title: 'bytes', type: 'application/octet-stream', body: new TextEncoder().encode('abc'), text: 'abc' },
  { title: 'an empty body', type: 'text/plain', body: '', text: undefined },
])('request.text is the body as text: $title', async ({ type, body, text }) => {
  const mocks = start([rest.post('/', null)])
  await fetch('http://api.test/', { method: 'POST', body, headers: { 'content-type': type } })
  expect(mocks.calls()[0]?.request.text).toBe(text)
})

test('request.searchParams reads queries one by one, and no diff shows it', async () => {
  const seen: RequestSnapshot[] = []
  const match = (request: RequestSnapshot) => seen.push(request) > 0
  const mocks = start([rest.get('/users', ({ request }) => request.searchParams.getAll('tag'), { match })])
  const response = await fetch('http://api.test/users?page=2&tag=a&tag=b#top')
  expect(await response.json()).toEqual(['a', 'b'])
  for (const request of [...seen, mocks.calls()[0]?.request] as RequestSnapshot[]) {
    expect([...request.searchParams]).toEqual([
      ['page', '2'],
      ['tag', 'a'],
      ['tag', 'b'],
    ])
    expect(request.searchParams.get('none')).toBeNull()
    expect(Object.keys(request)).not.toContain('searchParams')
  }
})
