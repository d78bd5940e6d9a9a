import http from 'node:http'
import fetch3 from 'node-fetch'
import fetch2 from 'node-fetch2'
import { contract } from './clients/contract/contract.ts'

const ask = (fetch, { url, timeout, ...options }, agent) =>
  fetch(url, { ...options, agent, ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }) })

async function read(fetch, request, agent) {
  const response = await ask(fetch, request, agent)
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

for (const [name, fetch] of Object.entries({ 'node-fetch': fetch3, 'node-fetch2': fetch2 })) {
  contract({
    name,
    origin: 'http://api.test',
    request: (request) => read(fetch, request),
    stream: async (request) => (await ask(fetch, request)).body,
    keptAlive() {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      return { request: (request) => read(fetch, request, agent), close: () => agent.destroy() }
    },
    connectionError: (code) => ({ name: 'FetchError', type: 'system', code }),
    abortError: () => ({ name: 'AbortError', type: 'aborted' }),
    timeoutError: { name: 'AbortError', type: 'aborted' },
    decodes: true,
    followsRedirects: true,
    cannot: { 'error objects': 'its error keeps the message alone' },
  })
}
