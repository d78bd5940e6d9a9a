import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { start } from '../promises/support.ts'

/** A request whose answer is an event. */
interface Sent {
  on(event: 'response', listener: () => void): unknown
}

const CLIENTS: Readonly<Record<string, () => Sent>> = {
  'node:http': () => http.get('http://late.test/'),
  'node:http with a body': () => http.request('http://late.test/', { method: 'POST' }).end('body'),
  'node:http with keepAlive': () => http.get('http://late.test/', { agent: new http.Agent({ keepAlive: true }) }),
  'node:https': () => https.get('https://late.test/'),
  'node:http2': () => http2.connect('https://late.test').request({ ':path': '/' }),
}

test.for(Object.entries(CLIENTS))(
  '%s: a listener that is added in a setImmediate misses the answer',
  async ([, send]) => {
    start([rest.all('/', 'answer')])
    const sent = send()
    const seen = new Promise((resolve) => setImmediate(() => sent.on('response', () => resolve('seen'))))
    expect(await seen).toBe('seen')
  },
)
