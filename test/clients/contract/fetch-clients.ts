import { Agent, Dispatcher1Wrapper } from 'undici'
import type { Client, ClientRequest } from './client.ts'
import { readFetched } from './read-fetched.ts'

type Fetch = typeof globalThis.fetch

/** Taken before any mocks start: it never sees the patched global. */
const captured = globalThis.fetch

function fetchClient(name: string, fetch: () => Fetch): Omit<Client, 'abortError'> {
  const ask = ({ url, timeout, ...init }: ClientRequest, agent = {}) =>
    fetch()(url, { ...init, ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }), ...agent })
  const read = async (request: ClientRequest, agent?: object) => readFetched(await ask(request, agent))
  return {
    name,
    origin: 'http://api.test',
    request: (request) => read(request),
    async stream(request) {
      const { body } = await ask(request)
      return body as AsyncIterable<Uint8Array>
    },
    connectionError: (code) => ({ name: 'TypeError', message: 'fetch failed', cause: { code } }),
    keptAlive() {
      // Node's own fetch speaks to dispatchers as an older undici did.
      const dispatcher = new Dispatcher1Wrapper(new Agent({ connections: 1 }))
      return { request: (request) => read(request, { dispatcher }), close: () => dispatcher.close() }
    },
    timeoutError: { name: 'TimeoutError' },
    decodes: true,
    followsRedirects: true,
  }
}

export const FETCH_CLIENTS: readonly Client[] = [
  { ...fetchClient('fetch', () => globalThis.fetch), abortError: (reason) => reason },
  { ...fetchClient('fetch taken before start', () => captured), abortError: (reason) => reason },
]
