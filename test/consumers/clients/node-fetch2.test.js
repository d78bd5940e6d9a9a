import http from 'node:http'
import fetch from 'node-fetch2'
import { contract } from './clients/contract/contract.ts'

const ask = ({ url, timeout, ...options }, agent) =>
  fetch(url, { ...options, agent, ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }) })

async function read(request, agent) {
  const response = await ask(request, agent)
  const { status, url, redirected } = response
  const { 'set-cookie': setCookies = [], ...headers } = response.headers.raw()
  return {
    status,
    url,
    redirected,
    headers: Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(', ')])),
    setCookies,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

contract({
  name: 'node-fetch2',
  origin: 'http://api.test',
  request: (request) => read(request),
  stream: async (request) => (await ask(request)).body,
  keptAlive() {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    return { request: (request) => read(request, agent), close: () => agent.destroy() }
  },
  networkFailure: (code) => ({ name: 'FetchError', type: 'system', code }),
  abortFailure: () => ({ name: 'AbortError', type: 'aborted' }),
  timeoutFailure: { name: 'AbortError', type: 'aborted' },
  decodes: true,
  followsRedirects: true,
  cannot: { 'error objects': 'its error keeps the message alone' },
})
