// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { start } from './support.ts'

const { window } = (globalThis as unknown as { jsdom: { window: typeof globalThis } }).jsdom

/** A Blob of an older jsdom, which has no method for its bytes and no stream. */
function older<Given extends Blob>(blob: Given): Given {
  return Object.assign(blob, { arrayBuffer: undefined, stream: undefined })
}

function form(photo: File): FormData {
  const made = new window.FormData()
  made.append('name', 'Ada')
  made.append('photo', photo)
  return made
}

test.for<[string, () => BodyInit, unknown]>([
  ['a URLSearchParams', () => new window.URLSearchParams({ a: '1' }), { a: '1' }],
  ['a Blob', () => new window.Blob(['{"a":1}'], { type: 'application/json' }), { a: 1 }],
  ['a Blob of an older jsdom', () => older(new window.Blob(['{"a":1}'], { type: 'application/json' })), { a: 1 }],
  ['a File', () => new window.File(['abc'], 'a.txt', { type: 'text/plain' }), 'abc'],
])('%s of jsdom arrives as what it is, and not as the text [object …]', async ([, body, expected]) => {
  const mocks = start([rest.post('/', undefined)])
  await fetch('http://api.test/', { method: 'POST', body: body() })
  expect(mocks.calls()[0]?.request.body).toEqual(expected)
})

test.for<[string, () => File]>([
  ['a File', () => new window.File(['abc'], 'a.txt')],
  ['a File of an older jsdom', () => older(new window.File(['abc'], 'a.txt'))],
])('a form of jsdom arrives with %s of its own', async ([, file]) => {
  const mocks = start([rest.post('/', undefined)])
  await fetch('http://api.test/', { method: 'POST', body: form(file()) })
  const body = mocks.calls()[0]?.request.body as { name: string; photo: File } | undefined
  expect([body?.name, body?.photo.name, await body?.photo.text()]).toEqual(['Ada', 'a.txt', 'abc'])
})

test('a given content type stays', async () => {
  const mocks = start([rest.post('/', undefined)])
  const body = new window.Blob(['{"a":1}'], { type: 'text/plain' })
  await fetch('http://api.test/', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(mocks.calls()[0]?.request.body).toEqual({ a: 1 })
})
