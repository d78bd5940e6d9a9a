import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, stream } from '../../../src/entries/index.ts'
import { start } from '../../promises/support.ts'
import { loopback } from '../loopback.ts'
import type { Asking } from './asking.ts'
import { Received } from './received.ts'

/** Connections that are kept, and those to real servers. */
export function connecting({ client, at, request, needs }: Asking): void {
  const listen = client.loopback ?? (() => loopback(new URL(client.origin).protocol as 'http:' | 'https:'))

  describe('keep-alive agent', () => {
    needs('keep-alive', 'requests in a row over a kept-alive connection', async () => {
      start([
        rest.get('/first', { n: 1 }),
        rest.get('/stream', stream(['"x"'])),
        rest.post('/second', ({ request }) => request.body),
      ])
      const kept = client.keptAlive?.()
      onTestFinished(async () => {
        await kept?.close()
      })
      const ask = async (path: string, more = {}) =>
        kept && new Received(await kept.request({ url: at(path), ...more }))
      const second = { method: 'POST', body: '{"n":2}', headers: { 'content-type': 'application/json' } }
      const answers = [await ask('/first'), await ask('/stream'), await ask('/second', second)]
      expect(answers.map((answer) => answer?.json)).toEqual([{ n: 1 }, 'x', { n: 2 }])
    })
  })

  describe('the network', () => {
    test('passthrough() makes the real request, seen once in the journal with the status and headers of its answer', async () => {
      const server = await listen()
      const mocks = start([rest.post('/real', passthrough())])
      const response = await request({
        method: 'POST',
        url: `${server}/real?a=1`,
        body: '{"id":1}',
        headers: { 'content-type': 'application/json' },
      })
      expect(response.json).toEqual({ method: 'POST', url: '/real?a=1', body: '{"id":1}' })
      const calls = mocks.calls().map(({ request: { url }, outcome, response: real }) => [url, outcome, real?.status])
      expect(calls).toEqual([[`${server}/real?a=1`, 'passed', 200]])
      expect(mocks.calls()[0]?.response?.headers['content-type']).toBe(response.headers['content-type'])
    })

    test('the option passthrough makes the real request, which is once in the journal', async () => {
      const server = await listen()
      const mocks = start([rest.get('/users', ['mocked'])], { passthrough: [new URL(server).origin] })
      expect((await request({ url: `${server}/real` })).json).toEqual({ method: 'GET', url: '/real', body: '' })
      expect((await request({ url: `${server}/users` })).json).toEqual(['mocked'])
      expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed', 'answered'])
    })

    test('after stop the client reaches the network again', async () => {
      const server = await listen()
      const mocks = start([rest.get('/users', ['mocked'])])
      expect((await request({ url: `${server}/users` })).json).toEqual(['mocked'])
      mocks.stop()
      expect((await request({ url: `${server}/users` })).json).toEqual({ method: 'GET', url: '/users', body: '' })
    })
  })
}
