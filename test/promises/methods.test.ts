import * as http from 'node:http'
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving } from './support.ts'

test.for(['constructor', 'toString', '__proto__', 'PURGE', 'ALL'])('a method may be called %s', async (method) => {
  start([rest.all('/cache', ({ request }) => request.method), rest.get('/cache', 'got')])
  expect(await (await fetch('http://api.test/cache', { method })).json()).toBe(method)
})

test('a method that no stub takes is unmatched, although every object has a property of that name', async () => {
  startForgiving([rest.get('/cache', 'got')])
  const error = await rejectionOf(fetch('http://api.test/cache', { method: 'constructor' }))
  expect(messageOf(error)).toBe(`No stub answers constructor http://api.test/cache

Nearest: rest.get('/cache')  test/promises/methods.test.ts
  method  expected GET
          received constructor

To answer it: rest.all('/cache', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
})

test.for(['PURGE', 'PROPFIND', 'TRACE'])('all takes %s over http', async (method) => {
  start([rest.all('/cache', ({ request }) => request.method)])
  const body = await new Promise<string>((resolve, reject) => {
    const request = http.request('http://api.test/cache', { method }, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString())
    })
    request.on('error', reject).end()
  })
  expect(JSON.parse(body)).toBe(method)
})
