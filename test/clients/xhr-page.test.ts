// @vitest-environment jsdom
import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { rest, stream } from '../../src/entries/index.ts'
import { deferred, start, startForgiving, thrownBy } from '../promises/support.ts'

/** Sends a request; resolves with it when it has ended, successful or not. */
function send(method: string, url: string, prepare: (xhr: XMLHttpRequest) => unknown = () => {}, body?: BodyInit) {
  return new Promise<XMLHttpRequest>((resolve) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    prepare(xhr)
    xhr.addEventListener('loadend', () => resolve(xhr))
    xhr.send(body as XMLHttpRequestBodyInit)
  })
}

test('a relative URL belongs to the page, for XMLHttpRequest and for fetch', async () => {
  start([rest.get('/users', ({ request }) => request.url)])
  expect(JSON.parse((await send('GET', '/users?a=1')).responseText)).toBe(`${location.origin}/users?a=1`)
  expect(await (await fetch('/users?a=1')).json()).toBe(`${location.origin}/users?a=1`)
})

test('relative URLs of a page resolve against its <base>', async () => {
  start([rest.get('http://base.test/app/users', 'there')])
  const base = document.head.appendChild(document.createElement('base'))
  onTestFinished(() => base.remove())
  base.href = 'http://base.test/app/'
  expect(await (await fetch('users')).json()).toBe('there')
})

test.for(['json', 'text', 'blob', 'arraybuffer'] as const)('responseType %s', async (responseType) => {
  start([rest.get('/users', [{ id: 1 }])])
  const xhr = await send('GET', '/users', (xhr) => {
    xhr.responseType = responseType
  })
  const received = {
    json: () => xhr.response,
    text: () => JSON.parse(xhr.response),
    blob: () => ({ size: xhr.response.size, type: xhr.response.type }),
    arraybuffer: () => JSON.parse(new TextDecoder().decode(new Uint8Array(xhr.response))),
  }
  const expected = responseType === 'blob' ? { size: 10, type: 'application/json' } : [{ id: 1 }]
  expect(received[responseType]()).toEqual(expected)
})

test('the `access-control-allow-origin` of a stub is kept', async () => {
  const headers = { 'access-control-allow-origin': 'http://elsewhere.test' }
  start([rest.get('https://api.test/users', [], { headers })])
  expect((await send('GET', 'https://api.test/users')).status).toBe(0)
})

test('events come as from a server', async () => {
  start([rest.get('/users', [])])
  const events: string[] = []
  await send('GET', '/users', (xhr) => {
    for (const name of ['loadstart', 'progress', 'load', 'error', 'abort', 'timeout'])
      xhr.addEventListener(name, () => events.push(name))
    xhr.addEventListener('readystatechange', () => events.push(`state ${xhr.readyState}`))
  })
  expect(events).toEqual(['loadstart', 'state 2', 'state 3', 'progress', 'state 4', 'load'])
})

test.for([
  { withCredentials: true, credentials: 'include' },
  { withCredentials: false, credentials: 'same-origin' },
])('withCredentials $withCredentials is credentials $credentials', async ({ withCredentials, credentials }) => {
  start([rest.post('https://api.test/users', ({ request }) => [request.raw.credentials, request.body])])
  const xhr = await send('POST', 'https://api.test/users', (xhr) => Object.assign(xhr, { withCredentials }), 'Ada')
  expect(JSON.parse(xhr.responseText)).toEqual([credentials, 'Ada'])
})

test('a request that is never answered times out', async () => {
  start([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
  const ends: string[] = []
  await send('GET', '/slow', (xhr) => {
    xhr.timeout = 1
    for (const name of ['load', 'error', 'abort', 'timeout']) xhr.addEventListener(name, () => ends.push(name))
  })
  expect(ends).toEqual(['timeout'])
})

test('a request to another origin needs no CORS headers, and no stub for its preflight', async () => {
  const mocks = start([
    rest.put('https://api.test/users/1', ({ request }) => request.headers['x-team'], { headers: { 'x-total': '3' } }),
  ])
  const xhr = await send('PUT', 'https://api.test/users/1', (xhr) => {
    xhr.withCredentials = true
    xhr.setRequestHeader('X-Team', 'Red')
  })
  expect([xhr.status, xhr.responseText, xhr.getResponseHeader('x-total')]).toEqual([200, '"Red"', '3'])
  expect(mocks.calls().map(({ request }) => request.method)).toEqual(['PUT'])
})

test('an error answer to another origin reaches the page', async () => {
  start([rest.get('https://api.test/users', { error: 'No' }, { status: 500 })])
  const xhr = await send('GET', 'https://api.test/users')
  expect([xhr.status, xhr.responseText]).toEqual([500, '{"error":"No"}'])
})

test('a preflight over http is an ordinary request', async () => {
  start([rest.options('/users', undefined, { status: 204, headers: { allow: 'GET' } })])
  const { promise, resolve } = deferred<unknown>()
  request(
    'http://api.test/users',
    { method: 'OPTIONS', headers: { origin: 'http://page.test', 'access-control-request-method': 'PUT' } },
    (response) => resolve([response.statusCode, response.headers.allow]),
  ).end()
  expect(await promise).toEqual([204, 'GET'])
})

test('the page’s cookies reach the resolver, and a set-cookie reaches the page', async () => {
  start([
    rest.get('/me', ({ request, setCookie }) => {
      setCookie('seen', 'yes')
      setCookie('twice', 'too')
      return request.cookies
    }),
  ])
  // biome-ignore lint/suspicious/noDocumentCookie: it is what a page does
  document.cookie = 'session=abc'
  const xhr = await send('GET', '/me')
  expect(JSON.parse(xhr.responseText)).toEqual({ session: 'abc' })
  expect(document.cookie.split('; ').sort()).toEqual(['seen=yes', 'session=abc', 'twice=too'])
})

test('a form arrives as a record, with its files', async () => {
  const mocks = start([rest.post('/upload', undefined, { status: 204 })])
  const form = new FormData()
  form.append('name', 'Jo')
  form.append('file', new File(['text'], 'a.txt', { type: 'text/plain' }))
  await send('POST', '/upload', undefined, form)
  const [received] = mocks.calls().map(({ request }) => request.body as { name: string; file: File })
  const file = received?.file
  expect([received?.name, file?.name, file?.type, await file?.text()]).toEqual(['Jo', 'a.txt', 'text/plain', 'text'])
})

test('a stream is read to its end', async () => {
  start([rest.get('/stream', stream(['a', 'b']))])
  expect((await send('GET', '/stream')).responseText).toBe('ab')
})

test('requests at the same time keep their answers apart', async () => {
  start([rest.get('/users/:id', ({ request }) => request.params.id)])
  const ids = Array.from({ length: 20 }, (_, id) => String(id))
  const answers = await Promise.all(ids.map((id) => send('GET', `http://api.test/users/${id}`)))
  expect(answers.map(({ responseText }) => JSON.parse(responseText))).toEqual(ids)
})

test('an answered request keeps its handle forever', async () => {
  start([rest.get('/users', []), rest.get('/stream', stream(['a']))])
  const handles = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const before = handles()
  for (let turn = 0; turn < 10; turn++) for (const path of ['/users', '/stream']) await send('GET', path)
  await expect.poll(() => handles() - before).toBeLessThan(5)
})

test('a synchronous request is refused at `open`: a child process would send it', () => {
  const mocks = startForgiving([rest.get('/users', [])])
  const xhr = new XMLHttpRequest()
  const error = thrownBy(() => xhr.open('GET', 'http://api.test/users', false))
  expect(error).toMatchObject({
    code: 'ENVIRONMENT',
    message: `A synchronous XMLHttpRequest cannot be mocked: GET http://api.test/users

Write  xhr.open('GET', 'http://api.test/users')`,
  })
  expect(thrownBy(() => mocks.verify())).toBe(error)
})
