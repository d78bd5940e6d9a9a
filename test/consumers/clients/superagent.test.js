import http from 'node:http'
import { PassThrough } from 'node:stream'
import superagent from 'superagent'
import { expect } from 'vitest'
import { contract } from './clients/contract/contract.ts'

function prepare({ method = 'GET', url, headers = {}, body, signal, timeout = 0 }, agent) {
  const request = superagent(method, url).set(headers).timeout(timeout)
  if (agent) request.agent(agent)
  if (body !== undefined) request.send(typeof body === 'string' ? body : Buffer.from(body))
  // A request is a thenable, and would be sent once more if an event's listener returned it.
  signal?.addEventListener('abort', () => {
    request.abort()
  })
  if (signal?.aborted) request.abort()
  return request
}

async function ask(asked, agent) {
  const response = await prepare(asked, agent)
    .ok(() => true)
    .responseType('arraybuffer')
  const { 'set-cookie': setCookies = [], ...headers } = response.headers
  return {
    status: response.status,
    headers,
    setCookies,
    bytes: Buffer.isBuffer(response.body) ? response.body : new Uint8Array(),
    url: response.redirects.at(-1) ?? asked.url,
    redirected: response.redirects.length > 0,
  }
}

contract({
  name: 'superagent',
  origin: 'http://api.test',
  request: (request) => ask(request),
  async stream(asked) {
    const chunks = new PassThrough()
    const request = prepare(asked)
    // What it pipes into hears of no failure.
    request.on('error', (error) => chunks.destroy(error))
    request.on('response', (response) => response.on('error', (error) => chunks.destroy(error)))
    return request.pipe(chunks)
  },
  keptAlive() {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    return { request: (request) => ask(request, agent), close: () => agent.destroy() }
  },
  connectionError: (code) => ({ code, message: `${code}: mocked network error` }),
  abortError: () => ({ message: expect.stringMatching(/abort/i) }),
  timeoutError: { message: 'Timeout of 50ms exceeded', code: 'ECONNABORTED', errno: 'ETIME' },
  decodes: true,
  followsRedirects: true,
})
