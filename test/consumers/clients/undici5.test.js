import { Agent, request as send } from 'undici5'
import { contract } from './clients/contract/contract.ts'

function ask({ timeout, ...request }, dispatcher) {
  const signal = timeout === undefined ? request.signal : AbortSignal.timeout(timeout)
  return send(request.url, { ...request, signal, dispatcher })
}

async function read(request, dispatcher) {
  const { statusCode, headers, body } = await ask(request, dispatcher)
  const { 'set-cookie': setCookies = [], ...others } = headers
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, [value].flat().join(', ')])),
    setCookies: [setCookies].flat(),
    bytes: new Uint8Array(await body.arrayBuffer()),
  }
}

contract({
  name: 'undici5, its request',
  origin: 'http://api.test',
  request: (request) => read(request),
  stream: async (request) => (await ask(request)).body,
  keptAlive() {
    const agent = new Agent({ connections: 1 })
    return { request: (request) => read(request, agent), close: () => agent.close() }
  },
  connectionError: (code) => ({ code, message: `${code}: mocked network error` }),
  abortError: () => ({ name: 'AbortError' }),
  timeoutError: { name: 'AbortError' },
  decodes: false,
  followsRedirects: false,
  cannot: { url: 'it follows no redirects', redirected: 'it follows no redirects' },
})
