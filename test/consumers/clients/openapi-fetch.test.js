import createClient from 'openapi-fetch'
import { Agent, Dispatcher1Wrapper } from 'undici'
import { contract } from './clients/contract/contract.ts'
import { readFetched } from './clients/contract/read-fetched.ts'

function openapiFetch(name, client) {
  const ask = ({ url, method = 'GET', timeout, ...options }, more) => {
    const { origin } = new URL(url)
    return client().request(method, url.slice(origin.length), {
      ...options,
      ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
      bodySerializer: (body) => body,
      parseAs: 'arrayBuffer',
      ...more,
      baseUrl: origin,
    })
  }
  return {
    name,
    origin: 'http://api.test',
    request: async (request) => read(await ask(request)),
    stream: async (request) => (await ask(request, { parseAs: 'stream' })).data,
    keptAlive() {
      const dispatcher = new Dispatcher1Wrapper(new Agent({ connections: 1 }))
      return {
        request: async (request) => read(await ask(request, { dispatcher })),
        close: () => dispatcher.close(),
      }
    },
    connectionError: (code) => ({ name: 'TypeError', message: 'fetch failed', cause: { code } }),
    abortError: (reason) => reason,
    timeoutError: { name: 'TimeoutError' },
    decodes: true,
    followsRedirects: true,
  }
}

/** It has read the body: bytes of a success, and the JSON or the text of an error. */
async function read({ response, data, error = '' }) {
  const { status, url, redirected, headers } = response
  const body = new Response(data ?? (typeof error === 'string' ? error : JSON.stringify(error)))
  return readFetched({ status, url, redirected, headers, arrayBuffer: () => body.arrayBuffer() })
}

/** It keeps the fetch that it finds: here the real one. */
const early = createClient()

contract(openapiFetch('openapi-fetch', () => createClient()))
contract(openapiFetch('openapi-fetch, its client made before start', () => early))
