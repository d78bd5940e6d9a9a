import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

/* Names that every object has something by are names like any other, and what is sent by them reaches no prototype. */

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'then', 'length', 'valueOf']

/** An object with one property of its own; `{ [name]: value }`, which TypeScript would take for a prototype. */
const own = (name: string, value: unknown): Record<string, never> => JSON.parse(JSON.stringify({ [name]: value }))

const BUILT_IN = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Headers.prototype]
const properties = BUILT_IN.map((prototype) => Reflect.ownKeys(prototype))
afterEach(() => {
  expect(BUILT_IN.map((prototype) => Reflect.ownKeys(prototype))).toEqual(properties)
  expect(({} as Record<string, unknown>).polluted).toBe(undefined)
})

describe.each(NAMES)('%s', (name) => {
  const url = `http://api.test/items/7?${name}=1&${name}=2`
  const JSON_TYPE = { 'content-type': 'application/json' }
  const parts = {
    params: own(name, '7'),
    queries: own(name, ['1', '2']),
    cookies: own(name, 'c'),
    headers: own(name, 'h'),
  }
  const body = own(name, { polluted: true })
  const path = `/items/:"${name}"` as '/items/:id'
  const headers = [
    [name, 'h'],
    ['cookie', `${name}=c`],
  ] as [string, string][]

  test('in a request that is matched, answered and recorded', async () => {
    const mocks = start([
      rest.post(
        path,
        ({ request: { params, queries, cookies, headers: got, body: sent } }) => {
          return [params, queries, cookies, own(name.toLowerCase(), got[name.toLowerCase() as Lowercase<string>]), sent]
        },
        { match: { ...parts, body } },
      ),
    ])
    const init = { method: 'POST', headers: [...headers, ...Object.entries(JSON_TYPE)], body: JSON.stringify(body) }
    const answer = [parts.params, parts.queries, parts.cookies, own(name.toLowerCase(), 'h'), body]
    expect(await (await fetch(url, init as RequestInit)).text()).toBe(JSON.stringify(answer))
    const [call] = mocks.calls({ path })
    expect(Object.entries(call?.request.params ?? {})).toEqual([[name, '7']])
    expect(Object.entries(call?.request.body as object)).toEqual([[name, { polluted: true }]])
  })

  test('in a request without that name', async () => {
    const mocks = startForgiving([rest.post('/items/:id', null, { match: { queries: parts.queries, body } })])
    const init = { method: 'POST', headers: JSON_TYPE, body: '{}' }
    const error = await rejectionOf(fetch('http://api.test/items/7', init))
    const [query, asked] = [`queries.${name}`, `body.${name}`].map((label) => label.padEnd(name.length + 8))
    const blank = ' '.repeat(name.length + 8)
    expect(messageOf(error)).toBe(`No stub answers POST http://api.test/items/7

Nearest: rest.post('/items/:id')  test/hostile/names.test.ts
  ${query}  expected ['1', '2']
  ${blank}  received nothing
  ${asked}  expected { polluted: true }
  ${blank}  received nothing

To answer it: rest.post('/items/7', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
    expect(mocks.unmatched()).toHaveLength(1)
  })

  test('in a form', async () => {
    start([
      rest.post('/items', ({ request }) =>
        Object.entries(request.body as object).map(([key, one]) => [key, one.length ?? one.size]),
      ),
    ])
    const form = new FormData()
    form.append(name, 'text')
    const file = new FormData()
    file.append(name, new File(['bytes'], name))
    const sent = [
      new URLSearchParams([
        [name, 'a'],
        [name, 'b'],
      ]),
      form,
      file,
    ]
    const answers = await Promise.all(
      sent.map(async (one) => (await fetch('http://api.test/items', { method: 'POST', body: one })).json()),
    )
    expect(answers).toEqual([[[name, 2]], [[name, 4]], [[name, 5]]])
  })

  test('in a payload, and in the headers and the cookies of a response', async () => {
    const payload = own(name, { polluted: true })
    const lower = name.toLowerCase()
    start([
      rest.get('/static', payload, { headers: own(name === 'length' ? 'x-length' : name, 'h') }),
      rest.get('/made', ({ setHeader, appendHeader, setCookie }) => {
        setHeader(`x-${name}`, 'a')
        appendHeader(`x-${name}`, 'b')
        setCookie(name, 'c')
        return payload
      }),
    ])
    const fixed = await fetch('http://api.test/static')
    expect([fixed.headers.get(name === 'length' ? 'x-length' : lower), await fixed.text()]).toEqual([
      'h',
      JSON.stringify(payload),
    ])
    const made = await fetch('http://api.test/made')
    expect([made.headers.get(`x-${lower}`), made.headers.get('set-cookie')]).toEqual(['a, b', `${name}=c`])
    expect(await made.text()).toBe(JSON.stringify(payload))
  })

  test('as a method', async () => {
    startForgiving([rest.all('/all', 'all'), rest.get('/get', 'get')])
    expect(await (await fetch('http://api.test/all', { method: name })).json()).toBe('all')
    await expect(fetch('http://api.test/get', { method: name })).rejects.toThrow(
      `No stub answers ${name} http://api.test/get`,
    )
  })

  test('over http', async () => {
    start([
      rest.get('/items', ({ request: { headers: got, queries } }) => [
        got[name.toLowerCase() as Lowercase<string>],
        queries,
      ]),
    ])
    const text = await new Promise((done, fail) => {
      request(`http://api.test/items?${name}=1`, { headers: [name, 'h', 'host', 'api.test'] }, (response) => {
        response.setEncoding('utf8').on('data', done)
      })
        .on('error', fail)
        .end()
    })
    expect(text).toBe(JSON.stringify(['h', own(name, '1')]))
  })

  test('is refused as a setting, option, part, event or filter', () => {
    const mocks = startForgiving([])
    const messages = [
      () => rest.get('/users', null, own(name, 1)),
      () => rest.get('/users', null, { match: own(name, 1) }),
      () => mocks.on(name as 'request', () => {}),
      () => mocks.calls(own(name, 1)),
    ].map((run) => (thrownBy(run) as Error).message.split('\n')[0])
    const shown = name === '__proto__' ? "['__proto__']" : name
    expect(messages).toEqual([
      `rest.get('/users'): '${name}' is not a setting; use match, status, statusText, headers, delay or times`,
      `rest.get('/users'): '${name}' is not a part of a match; use params, queries, headers, cookies or body`,
      `mocks.on('${name}'): it takes one of request, answered, unmatched`,
      `mocks.calls({ ${shown}: 1 }): '${name}' is not a part of a filter; use method, path, stub, operation or match`,
    ])
  })
})
