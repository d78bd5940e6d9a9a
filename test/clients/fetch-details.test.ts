import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { networkError, redirect, rest, stream } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving } from '../promises/support.ts'
import { loopback } from './loopback.ts'

const echo = rest.all('/echo', ({ request: { method, url, headers, body } }) => ({
  method,
  url,
  team: headers['x-team'],
  body,
}))

describe('fetch takes the same arguments as without mocks', () => {
  test.for([
    { name: 'a URL', input: () => new URL('http://api.test/echo?a=1#hash') },
    { name: 'a string', input: () => 'http://api.test/echo?a=1#hash' },
    { name: 'a Request', input: () => new Request('http://api.test/echo?a=1#hash') },
    { name: 'user and password in no URL', input: () => 'http://API.test:80/echo?a=1' },
  ])('$name', async ({ input }) => {
    start([echo])
    const response = await fetch(input())
    expect(response.url).toBe('http://api.test/echo?a=1')
    expect(await response.json()).toEqual({ method: 'GET', url: 'http://api.test/echo?a=1' })
  })

  test('a Request with a body, and an init over it', async () => {
    start([echo])
    const headers = { 'content-type': 'application/json', 'x-team': 'red' }
    const request = new Request('http://api.test/echo', { method: 'POST', body: '{"id":1}', headers })
    const response = await fetch(request, { headers: { ...headers, 'x-team': 'blue' } })
    expect(await response.json()).toEqual({
      method: 'POST',
      url: 'http://api.test/echo',
      team: 'blue',
      body: { id: 1 },
    })
    expect(request.bodyUsed).toBe(true)
  })

  test('a stream as a body', async () => {
    start([echo])
    const body = new Blob(['a', 'b']).stream()
    const headers = { 'content-type': 'text/plain' }
    const response = await fetch('http://api.test/echo', {
      method: 'PUT',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    expect(await response.json()).toMatchObject({ method: 'PUT', body: 'ab' })
  })

  test.for([
    { name: 'an invalid URL', input: 'http://', init: {} },
    { name: 'a body with GET', input: 'http://api.test/echo', init: { body: 'a' } },
    { name: 'a method that is forbidden', input: 'http://api.test/echo', init: { method: 'CONNECT' } },
  ])('and refuses $name as a TypeError', async ({ input, init }) => {
    startForgiving([echo], { baseUrl: 'http://api.test' })
    expect(await rejectionOf(fetch(input, init))).toBeInstanceOf(TypeError)
  })

  test('a data: or blob: URL needs no stub', async () => {
    const mocks = start([])
    const blob = URL.createObjectURL(new Blob(['in a blob']))
    expect(await (await fetch('data:text/plain,in%20a%20url')).text()).toBe('in a url')
    expect(await (await fetch(blob)).text()).toBe('in a blob')
    expect(mocks.calls()).toEqual([])
    URL.revokeObjectURL(blob)
  })
})

describe('its response', () => {
  test('has ok, statusText and a type, and can be read once', async () => {
    start([rest.get('/users', [], { status: 404 })])
    const response = await fetch('http://api.test/users')
    expect(response).toBeInstanceOf(Response)
    expect([response.ok, response.status, response.redirected, response.bodyUsed]).toEqual([false, 404, false, false])
    expect([response.statusText, response.clone().statusText]).toEqual(['Not Found', 'Not Found'])
    await response.json()
    expect(response.bodyUsed).toBe(true)
    expect(await rejectionOf(response.json())).toBeInstanceOf(TypeError)
  })

  test('can be cloned, with its `url` and `redirected`', async () => {
    start([rest.get('/old', redirect('/new')), rest.get('/new', [1])])
    const response = await fetch('http://api.test/old')
    const clone = response.clone()
    const again = clone.clone()
    for (const one of [response, clone, again]) {
      expect([one.url, one.redirected, await one.json()]).toEqual(['http://api.test/new', true, [1]])
    }
  })

  test.for([
    { encoding: 'gzip', encode: gzipSync },
    { encoding: 'deflate', encode: deflateSync },
    { encoding: 'br', encode: brotliCompressSync },
    { encoding: 'deflate, gzip', encode: (bytes: Buffer) => gzipSync(deflateSync(bytes)) },
    { encoding: 'identity', encode: (bytes: Buffer) => bytes },
  ])('is decoded: $encoding', async ({ encoding, encode }) => {
    const text = 'a text '.repeat(1000)
    start([rest.get('/zipped', encode(Buffer.from(text)), { headers: { 'content-encoding': encoding } })])
    expect(await (await fetch('http://api.test/zipped')).text()).toBe(text)
  })
})

describe('its redirects', () => {
  test('manual: the redirect itself', async () => {
    const mocks = start([rest.get('/old', redirect('/new', 301))])
    const response = await fetch('http://api.test/old', { redirect: 'manual' })
    expect([response.status, response.headers.get('location'), response.redirected]).toEqual([301, '/new', false])
    expect(mocks.calls()).toHaveLength(1)
  })

  test('error: a failure', async () => {
    start([rest.get('/old', redirect('/new'))])
    const error = await rejectionOf(fetch('http://api.test/old', { redirect: 'error' }))
    expect(error).toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: 'unexpected redirect' },
    })
  })

  test('keep the referrer', async () => {
    const seen: string[] = []
    start([rest.get('/old', redirect('/new')), rest.get('/new', ({ request }) => void seen.push(request.raw.referrer))])
    await fetch('http://api.test/old', { referrer: 'http://page.test/app' })
    await fetch('http://api.test/old')
    expect(seen).toEqual(['http://page.test/app', 'about:client'])
  })

  test('in a circle end after twenty', async () => {
    const mocks = start([rest.get('/a', redirect('/a'))])
    const error = await rejectionOf(fetch('http://api.test/a'))
    expect(error).toMatchObject({ name: 'TypeError', cause: { message: 'redirect count exceeded' } })
    expect(mocks.calls()).toHaveLength(21)
  })

  test('to another origin drop the credentials, to the same origin keep them', async () => {
    const seen = rest.get('/new', ({ request: { headers, cookies } }) => [
      headers.authorization ?? null,
      cookies.a ?? null,
      headers['x-a'],
    ])
    start([rest.get('/far', redirect('http://other.test/new')), rest.get('/near', redirect('/new')), seen])
    const headers = { authorization: 'Bearer x', cookie: 'a=1', 'x-a': 'kept' }
    expect(await (await fetch('http://api.test/far', { headers })).json()).toEqual([null, null, 'kept'])
    expect(await (await fetch('http://api.test/near', { headers })).json()).toEqual(['Bearer x', '1', 'kept'])
  })

  test('to the network pass through like any request', async () => {
    const server = await loopback()
    const mocks = start([rest.get('/old', redirect(`${server}/real`))], { passthrough: [server] })
    expect(await (await fetch('http://api.test/old')).json()).toMatchObject({ url: '/real' })
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'passed'])
  })

  test('without a location are ordinary answers', async () => {
    start([rest.get('/old', 'here', { status: 302 })])
    const response = await fetch('http://api.test/old')
    expect([response.status, await response.json()]).toEqual([302, 'here'])
  })
})

describe('its end', () => {
  test('reading fails with the signal’s own reason when it is aborted', async () => {
    start([rest.get('/stream', stream({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }))])
    const abort = new AbortController()
    const reason = new Error('enough')
    const response = await fetch('http://api.test/stream', { signal: abort.signal })
    const rejection = rejectionOf(response.text())
    abort.abort(reason)
    expect(await rejection).toBe(reason)
  })

  test('an abort after it has been read changes nothing', async () => {
    const mocks = start([rest.get('/users', [])])
    const abort = new AbortController()
    const response = await fetch('http://api.test/users', { signal: abort.signal })
    expect(await response.json()).toEqual([])
    abort.abort()
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered'])
  })

  test('cancelling the body tells the source', async () => {
    let ended = false
    const endless: AsyncIterator<string> = {
      next: async () => ({ done: false, value: 'more' }),
      return: async (value) => {
        ended = true
        return { done: true, value }
      },
    }
    start([rest.get('/endless', stream({ [Symbol.asyncIterator]: () => endless }))])
    const response = await fetch('http://api.test/endless')
    for await (const _ of response.body ?? []) break
    expect(ended).toBe(true)
  })

  test('networkError() has the code, and the stack of the caller’s test says fetch failed', async () => {
    start([rest.get('/down', networkError('ETIMEDOUT'))])
    const error = await rejectionOf(fetch('http://api.test/down'))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ETIMEDOUT' } })
  })
})
