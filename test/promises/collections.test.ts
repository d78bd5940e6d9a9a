import { request as httpRequest } from 'node:http'
import axios from 'axios'
import { request as undiciRequest } from 'undici'
import { beforeEach, describe, expect, test } from 'vitest'
import { collection } from '../../src/entries/collection.ts'
import { har, toHar } from '../../src/entries/har.ts'
import { setupMocks } from '../../src/entries/index.ts'

/* A collection remembers what any client changes, and begins with its seed in each test. */

const URL_ = 'http://api.test/users'
const SEED = [{ id: 1, name: 'Ada' }]
const users = collection('/users', SEED)
const mocks = setupMocks([...users])
beforeEach(mocks)

type Ask = (method: 'GET' | 'POST' | 'DELETE', path?: string, body?: object) => Promise<readonly [number, unknown]>

const JSON_TYPE = { 'content-type': 'application/json' }

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

const CLIENTS: Readonly<Record<string, Ask>> = {
  async fetch(method, path = '', body) {
    const response = await fetch(URL_ + path, {
      method,
      ...(body && { headers: JSON_TYPE, body: JSON.stringify(body) }),
    })
    return [response.status, parsed(await response.text())]
  },
  async axios(method, path = '', body) {
    const { status, data } = await axios({ method, url: URL_ + path, data: body, validateStatus: () => true })
    return [status, data === '' ? undefined : data]
  },
  async undici(method, path = '', body) {
    const options = body ? { headers: JSON_TYPE, body: JSON.stringify(body) } : {}
    const response = await undiciRequest(URL_ + path, { method, ...options })
    return [response.statusCode, parsed(await response.body.text())]
  },
  http: (method, path = '', body) =>
    new Promise((resolve, reject) => {
      const request = httpRequest(URL_ + path, { method, headers: body ? JSON_TYPE : {} }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve([response.statusCode ?? 0, parsed(text)]))
      })
      request.on('error', reject).end(body && JSON.stringify(body))
    }),
}

describe.each(Object.entries(CLIENTS))('%s', (_name, ask) => {
  test('creates, lists and removes', async () => {
    expect(await ask('POST', '', { name: 'Bob' })).toEqual([201, { name: 'Bob', id: 2 }])
    expect(await ask('GET')).toEqual([200, [...SEED, { name: 'Bob', id: 2 }]])
    expect(await ask('DELETE', '/1')).toEqual([204, undefined])
    expect(await ask('GET', '/1')).toEqual([404, { error: 'No item has the id 1' }])
    expect(users.in(mocks).all()).toEqual([{ name: 'Bob', id: 2 }])
  })

  test('finds the seed in the next test', async () => {
    expect(await ask('GET')).toEqual([200, SEED])
  })

  test('that sends many requests at once gets an id for each', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => ask('POST', '', {})))
    expect(new Set(created.map(([, item]) => (item as { id: number }).id)).size).toBe(20)
    expect(users.in(mocks).all()).toHaveLength(21)
  })

  test('sees what a resolver changes before it hands the request on', async () => {
    mocks.use.get('/users', (context) => {
      users.in(context).insert({ name: 'Eve' })
      return context.next()
    })
    expect(await ask('GET')).toEqual([200, [...SEED, { name: 'Eve', id: 2 }]])
  })
})

test('the traffic of a collection is an archive that answers the same', async () => {
  await CLIENTS.fetch?.('POST', '', { name: 'Bob' })
  const [status, list] = (await CLIENTS.fetch?.('GET')) ?? []
  mocks.use(...har(toHar(mocks.calls())))
  users.in(mocks).replace([])
  expect(await CLIENTS.fetch?.('GET')).toEqual([status, list])
})
