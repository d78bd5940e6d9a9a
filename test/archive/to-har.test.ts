import { get } from 'node:http'
import { createRequire } from 'node:module'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { har, toHar } from '../../src/entries/har.ts'
import { html, networkError, redirect, rest, sequence, stream, text } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { serve } from './record/recording.ts'
import { askFetch } from './support.ts'

const API = 'https://api.test'
const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)

const answers: readonly { title: string; stub: ReturnType<typeof rest.get> }[] = [
  { title: 'JSON', stub: rest.get('/a', { id: 1, name: 'Ada' }) },
  { title: 'nothing', stub: rest.get('/a', undefined) },
  {
    title: 'a text with a status and headers',
    stub: rest.get('/a', text('hi'), { status: 404, headers: { 'x-a': ['1', '2'] } }),
  },
  { title: 'a reason phrase', stub: rest.get('/a', {}, { status: 404, statusText: 'Gone fishing' }) },
  { title: 'HTML', stub: rest.get('/a', html('<p>é</p>')) },
  { title: 'bytes', stub: rest.get('/a', BYTES, { headers: { 'content-type': 'image/png' } }) },
  { title: 'a Blob', stub: rest.get('/a', new Blob(['blob'], { type: 'text/csv' })) },
  { title: 'a Response', stub: rest.get('/a', new Response('made', { status: 201, headers: { etag: '"1"' } })) },
  { title: 'a redirect', stub: rest.get('/a', redirect('/b', 303)) },
  { title: 'a sequence', stub: rest.get('/a', sequence({ n: 1 }, { n: 2 })) },
  { title: 'the result of a resolver', stub: rest.get('/a', ({ request }) => ({ asked: request.queries.n })) },
  { title: 'a Response of a resolver', stub: rest.get('/a', () => Response.json({ made: true }, { status: 202 })) },
  { title: 'a status without a body', stub: rest.get('/a', undefined, { status: 204 }) },
]

test.each(answers)('har(toHar(calls)) answers as the stubs did: $title', async ({ stub }) => {
  const ask = async () => {
    const seen = []
    for (const n of [1, 1, 2]) {
      const { headers, ...answer } = await askFetch(`${API}/a?n=${n}`)
      // A `Response` is sent without its length, and an archive's body with it.
      const { 'content-length': _length, ...others } = headers
      seen.push({ ...answer, headers: others })
    }
    return seen
  }
  const mocks = start([stub])
  const first = await ask()
  const archive = toHar(mocks.calls())
  mocks.stop()
  start(har(JSON.stringify(archive)))
  expect(await ask()).toEqual(first)
})

test('an error of the network comes back as such', async () => {
  const mocks = startForgiving([rest.get('/a', networkError('ECONNRESET'))])
  await rejectionOf(fetch(`${API}/a`))
  const archive = toHar(mocks.calls())
  mocks.stop()
  startForgiving(har(archive))
  expect(await rejectionOf(fetch(`${API}/a`))).toMatchObject({ cause: { code: 'ECONNRESET' } })
})

test('requests come back with their bodies', async () => {
  const sent: readonly [type: string, body: string | Uint8Array<ArrayBuffer>][] = [
    ['application/json', '{"a":[1,null]}'],
    ['application/json', '"a text"'],
    ['application/x-www-form-urlencoded', 'a=1&a=2&b=x+y'],
    ['text/plain', 'plain'],
    ['application/octet-stream', BYTES],
  ]
  const post = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
    askFetch(`${API}/a`, { method: 'POST', headers: { 'content-type': type }, body })
  let count = 0
  const mocks = start([rest.post('/a', () => ({ count: count++ }))])
  for (const [type, body] of sent) await post(type, body)
  const archive = toHar(mocks.calls())
  mocks.stop()
  start(har(archive))
  for (const [index, [type, body]] of sent.entries()) {
    expect((await post(type, body)).bytes.toString()).toBe(`{"count":${index}}`)
  }
})

test('a form comes back with its fields and the names of its files', async () => {
  const form = (name: string) => {
    const body = new FormData()
    body.append('title', 'Cat')
    body.append('tag', 'a')
    body.append('tag', 'b')
    body.append('file', new File(['\u0001'], name, { type: 'image/png' }))
    return fetch(`${API}/cats`, { method: 'POST', body })
  }
  const mocks = start([rest.post('/cats', { ok: true })])
  await form('cat.png')
  const archive = toHar(mocks.calls())
  mocks.stop()
  expect(archive.log.entries[0]?.request.postData?.params).toEqual([
    { name: 'title', value: 'Cat' },
    { name: 'tag', value: 'a' },
    { name: 'tag', value: 'b' },
    { name: 'file', fileName: 'cat.png', contentType: 'image/png' },
  ])
  startForgiving(har(archive))
  expect((await form('cat.png')).status).toBe(200)
  expect(messageOf(await rejectionOf(form('dog.png')))).toContain('body.file')
})

test('a body without a content type is written without one', async () => {
  const mocks = start([rest.post('/a', {})])
  await fetch(`${API}/a`, { method: 'POST', body: new Uint8Array([1, 255]) })
  expect(toHar(mocks.calls()).log.entries[0]?.request.postData).toEqual({
    mimeType: '',
    text: 'Af8=',
    _encoding: 'base64',
  })
})

test('a status without a reason phrase has an empty one', async () => {
  const mocks = start([rest.get('/a', new Response(null, { status: 499 }))])
  await askFetch(`${API}/a`)
  expect(toHar(mocks.calls()).log.entries[0]?.response).toMatchObject({ status: 499, statusText: '' })
})

test('a cookie without a name is left out of the list of cookies', async () => {
  const mocks = start([rest.get('/a', {}, { headers: { 'set-cookie': ['novalue', 'a=1'] } })])
  await askFetch(`${API}/a`)
  expect(toHar(mocks.calls()).log.entries[0]?.response.cookies).toEqual([{ name: 'a', value: '(hidden)' }])
})

/** A fetch that was taken before the start reaches the sockets, as a package of undici does. */
const earlyFetch = fetch
const clients: readonly { title: string; ask: (url: string) => Promise<unknown> }[] = [
  { title: 'fetch', ask: async (url) => (await fetch(url)).text() },
  { title: 'a fetch taken before the start', ask: async (url) => (await earlyFetch(url)).text() },
  { title: 'undici', ask: async (url) => (await request(url)).body.text() },
  {
    title: 'http',
    ask: (url) =>
      new Promise((resolve, reject) => {
        get(url, (answer) => answer.resume().on('end', resolve)).on('error', reject)
      }),
  },
]

describe.each(clients)('a passed call by $title', ({ ask }) => {
  test('has the status and the headers of its answer, and no body', async () => {
    const origin = await serve(({ url }, response) => {
      response.writeHead(url === '/b' ? 418 : 201, [
        ...['x-asked', String(url)],
        ...['set-cookie', 'a=1'],
        ...['set-cookie', 'b=2'],
      ])
      response.end('real')
    })
    const mocks = startForgiving([rest.get('/mocked', {}, { status: 202 })], { passthrough: [origin] })
    for (const path of ['/a', '/mocked', '/b']) await ask(`${origin}${path}`)
    const calls = mocks.calls()
    expect(calls.map(({ outcome, response }) => [outcome, response?.status, response?.headers['x-asked']])).toEqual([
      ['passed', 201, '/a'],
      ['answered', 202, undefined],
      ['passed', 418, '/b'],
    ])
    const [first] = toHar(calls).log.entries
    expect(first?.response).toMatchObject({
      status: 201,
      content: { size: -1 },
      cookies: [{ name: 'a' }, { name: 'b' }],
    })
    expect(first?.response.content.text).toBe(undefined)
  })

  test('has the status 0 if its answer never came', async () => {
    const origin = await serve((_request, response) => response.destroy())
    const mocks = startForgiving([], { passthrough: [origin] })
    await rejectionOf(ask(`${origin}/a`))
    expect(toHar(mocks.calls()).log.entries[0]?.response).toMatchObject({ status: 0, comment: 'passed' })
  })
})

test('each hop of a redirect that passes is a call with its own status', async () => {
  const origin = await serve(({ url }, response) => {
    response.writeHead(url === '/a' ? 302 : 200, { location: '/b' }).end()
  })
  const mocks = startForgiving([], { passthrough: [origin] })
  await fetch(`${origin}/a`)
  expect(toHar(mocks.calls()).log.entries.map(({ response }) => response.status)).toEqual([302, 200])
})

test('a call without an answer is an entry without one: unmatched, failed, pending', async () => {
  const mocks = startForgiving([
    rest.get('/bug', () => {
      throw new Error('a bug')
    }),
    rest.get('/never', {}, { delay: Number.POSITIVE_INFINITY }),
  ])
  await rejectionOf(fetch(`${API}/bug`))
  await rejectionOf(fetch(`${API}/none`))
  fetch(`${API}/never`).catch(() => {})
  await expect.poll(() => mocks.calls()).toHaveLength(3)
  const { entries } = toHar(mocks.calls()).log
  expect(entries.map(({ response }) => [response.status, 'comment' in response])).toEqual([
    [0, true],
    [0, true],
    [0, true],
  ])
  expect(har(toHar(mocks.calls()))).toEqual([])
})

test('the bodies of the latest 1,000 answers are kept', async () => {
  const mocks = start([rest.get('/a', ({ request }) => ({ n: request.queries.n }))])
  for (let n = 0; n < 1002; n++) await fetch(`${API}/a?n=${n}`)
  const texts = toHar(mocks.calls()).log.entries.map(({ response }) => response.content.text)
  expect([texts.length, texts[1], texts[2], texts[1001]]).toEqual([1002, undefined, '{"n":"2"}', '{"n":"1001"}'])
})

test('an archive is one of @types/har-format: entries have fields of tools, a body has either a text or fields', () => {
  const { entries } = toHar([]).log
  const withTools: readonly { readonly [field: `_${string}`]: unknown }[] = entries
  const bodies: readonly ({ text: string; params?: undefined } | { text?: undefined; params: object[] } | undefined)[] =
    entries.map(({ request }) => request.postData)
  expect([withTools, bodies]).toEqual([[], []])
})

test('the body of a stream is not known', async () => {
  const mocks = start([rest.get('/a', stream(['one', 'two']))])
  await askFetch(`${API}/a`)
  expect(toHar(mocks.calls()).log.entries[0]?.response).toMatchObject({ status: 200, content: { size: -1 } })
})

test('cookies are listed separately', async () => {
  const mocks = start([rest.get('/a', {}, { headers: { 'Set-Cookie': ['a=1; Path=/', 'b=2'] } })])
  await askFetch(`${API}/a`, { headers: { cookie: 'c=3; d=4' } })
  const [entry] = toHar(mocks.calls(), { secrets: true }).log.entries
  expect(entry?.request.cookies).toEqual([
    { name: 'c', value: '3' },
    { name: 'd', value: '4' },
  ])
  expect(entry?.response.cookies).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ])
  expect(entry?.response.headers.filter(({ name }) => name === 'set-cookie')).toHaveLength(2)
})

describe('secrets', () => {
  const ask = async () => {
    const mocks = start([rest.post('/login', { access_token: 's3cret-1', user: { name: 'Ada' } })])
    await askFetch(`${API}/login?api_key=s3cret-2&page=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer s3cret-3', cookie: 'sid=s3cret-4', 'content-type': 'application/json' },
      body: '{"user":"ada","password":"s3cret-5"}',
    })
    return mocks
  }

  test('are hidden', async () => {
    const archive = toHar((await ask()).calls())
    expect(JSON.stringify(archive)).not.toContain('s3cret')
    const { request, response } = archive.log.entries[0] ?? {}
    expect(request?.url).toBe(`${API}/login?api_key=(hidden)&page=1`)
    expect(request?.postData?.text).toBe('{"user":"ada","password":"(hidden)"}')
    expect(response?.content.text).toBe('{"access_token":"(hidden)","user":{"name":"Ada"}}')
  })

  test('stay with secrets: true', async () => {
    const archive = JSON.stringify(toHar((await ask()).calls(), { secrets: true }))
    expect([1, 2, 3, 4, 5].filter((n) => !archive.includes(`s3cret-${n}`))).toEqual([])
  })

  test('do not count when the archive answers', async () => {
    const mocks = await ask()
    const archive = toHar(mocks.calls())
    mocks.stop()
    start(har(archive))
    const response = await askFetch(`${API}/login?page=1&api_key=another`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"user":"ada"}',
    })
    expect(response.status).toBe(200)
  })
})

test('JSON that is typed as a form, as axios sends a string, is hidden and answered', async () => {
  const post = (body: object) =>
    askFetch(`${API}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: JSON.stringify(body),
    })
  const mocks = start([rest.post('/login', ({ request }) => request.text)])
  await post({ user: 'ada', password: 'a&b=c' })
  await post({ user: 'bob', password: 'd' })
  const archive = toHar(mocks.calls())
  mocks.stop()
  expect(archive.log.entries[0]?.request.postData?.text).toBe('{"user":"ada","password":"(hidden)"}')
  start(har(archive))
  expect((await post({ user: 'bob', password: 'another & another' })).bytes.toString()).toContain('bob')
})

test('a value that is not a list of calls is refused', () => {
  expect(messageOf(thrownBy(() => toHar({} as never)))).toBe('toHar({}): it takes a list of calls')
  expect(messageOf(thrownBy(() => toHar([], { secret: true } as never)))).toBe(
    "toHar: 'secret' is not an option; use secrets\n\nWrite  toHar(…, { secrets: true })",
  )
})

test('the version in an archive is the package’s', () => {
  const { version } = createRequire(import.meta.url)('../../package.json')
  expect(toHar([]).log).toEqual({ version: '1.2', creator: { name: 'mynah', version }, entries: [] })
})
