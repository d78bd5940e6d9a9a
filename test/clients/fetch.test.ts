import { type Client, type ClientRequest, contract } from './contract.ts'

type Fetch = typeof globalThis.fetch

/** Taken before any mocks start: it never sees the patched global. */
const captured = globalThis.fetch

function fetchClient(name: string, fetch: () => Fetch): Omit<Client, 'abortFailure'> {
  const ask = ({ url, ...init }: ClientRequest) => fetch()(url, init)
  return {
    name,
    origin: 'http://api.test',
    async request(request) {
      const response = await ask(request)
      const headers = Object.fromEntries([...response.headers].filter(([key]) => key !== 'set-cookie'))
      const { status, url, redirected } = response
      const setCookies = response.headers.getSetCookie()
      return { status, headers, setCookies, bytes: await response.bytes(), url, redirected }
    },
    async stream(request) {
      const { body } = await ask(request)
      return body as AsyncIterable<Uint8Array>
    },
    networkFailure: (code) => ({ name: 'TypeError', message: 'fetch failed', cause: { code } }),
    decodes: true,
    cannot: { 'keep-alive': 'it has no agent to be given' },
  }
}

contract({ ...fetchClient('fetch', () => globalThis.fetch), abortFailure: (reason) => reason })
contract({ ...fetchClient('fetch taken before start', () => captured), abortFailure: (reason) => reason })
