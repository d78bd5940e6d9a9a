import { Agent, type Dispatcher, fetch, request as send } from 'undici'
import type { Client, ClientRequest } from './client.ts'
import { readFetched } from './read-fetched.ts'

function ask({ url, method = 'GET', headers = {}, body, timeout, ...given }: ClientRequest, dispatcher?: Dispatcher) {
  const signal = timeout === undefined ? given.signal : AbortSignal.timeout(timeout)
  return send(url, {
    method: method as Dispatcher.HttpMethod,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(dispatcher && { dispatcher }),
  })
}

async function read(request: ClientRequest, dispatcher?: Dispatcher) {
  const { statusCode, headers, body } = await ask(request, dispatcher)
  const { 'set-cookie': setCookies = [], ...others } = headers
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, [value].flat().join(', ')])),
    setCookies: [setCookies].flat(),
    bytes: await body.bytes(),
  }
}

function askFetch({ url, timeout, ...init }: ClientRequest, dispatcher?: Dispatcher) {
  const signal = timeout === undefined ? init.signal : AbortSignal.timeout(timeout)
  return fetch(url, { ...init, ...(signal && { signal }), ...(dispatcher && { dispatcher }) })
}

const undici: Client = {
  name: 'undici, its request',
  origin: 'http://api.test',
  request: read,
  stream: async (request) => (await ask(request)).body,
  keptAlive() {
    const agent = new Agent({ connections: 1 })
    return { request: (request) => read(request, agent), close: () => agent.close() }
  },
  connectionError: (code) => ({ code, message: `${code}: mocked network error` }),
  abortError: (reason) => reason,
  timeoutError: { name: 'TimeoutError' },
  decodes: false,
  followsRedirects: false,
  cannot: {
    url: 'it follows no redirects',
    redirected: 'it follows no redirects',
  },
}

const undiciFetch: Client = {
  name: 'undici, its fetch',
  origin: 'http://api.test',
  request: async (request) => readFetched(await askFetch(request)),
  stream: async (request) => (await askFetch(request)).body as AsyncIterable<Uint8Array>,
  keptAlive() {
    const agent = new Agent({ connections: 1 })
    return { request: async (request) => readFetched(await askFetch(request, agent)), close: () => agent.close() }
  },
  connectionError: (code) => ({ name: 'TypeError', message: 'fetch failed', cause: { code } }),
  abortError: (reason) => reason,
  timeoutError: { name: 'TimeoutError' },
  decodes: true,
  followsRedirects: true,
}

export const UNDICI_CLIENTS: readonly Client[] = [undici, undiciFetch]
