import { Agent, type Dispatcher, fetch, request as send } from 'undici'
import { type Client, type ClientRequest, contract } from './contract.ts'

function ask({ url, method = 'GET', headers = {}, body, signal }: ClientRequest, dispatcher?: Dispatcher) {
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

const undici: Client = {
  name: 'undici.request',
  origin: 'http://api.test',
  request: read,
  stream: async (request) => (await ask(request)).body,
  keptAlive() {
    const agent = new Agent({ connections: 1 })
    return { request: (request) => read(request, agent), close: () => agent.close() }
  },
  networkFailure: (code) => ({ code, message: `${code}: mocked network error` }),
  abortFailure: (reason) => reason,
  decodes: false,
  cannot: {
    'following redirects': 'it follows none',
    url: 'it follows no redirects',
    redirected: 'it follows no redirects',
  },
}

const undiciFetch: Client = {
  name: 'undici.fetch',
  origin: 'http://api.test',
  async request({ url, ...init }) {
    const response = await fetch(url, init)
    const headers = Object.fromEntries([...response.headers].filter(([key]) => key !== 'set-cookie'))
    const { status, redirected } = response
    const setCookies = response.headers.getSetCookie()
    return { status, headers, setCookies, bytes: await response.bytes(), url: response.url, redirected }
  },
  stream: async ({ url, ...init }) => (await fetch(url, init)).body as AsyncIterable<Uint8Array>,
  networkFailure: (code) => ({ name: 'TypeError', message: 'fetch failed', cause: { code } }),
  abortFailure: (reason) => reason,
  decodes: true,
  cannot: { 'keep-alive': 'seen with undici.request, which shares its connections' },
}

contract(undici)
contract(undiciFetch)
