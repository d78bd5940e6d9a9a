import ky from 'ky'
import { Agent, Dispatcher1Wrapper } from 'undici'
import { contract } from './clients/contract/contract.ts'
import { readFetched } from './clients/contract/read-fetched.ts'

const ask = ({ url, timeout = false, ...options }, more) =>
  ky(url, { ...options, ...more, timeout, throwHttpErrors: false, retry: 0 })

contract({
  name: 'ky',
  origin: 'http://api.test',
  request: async (request) => readFetched(await ask(request)),
  stream: async (request) => (await ask(request)).body,
  keptAlive() {
    const dispatcher = new Dispatcher1Wrapper(new Agent({ connections: 1 }))
    return {
      request: async (request) => readFetched(await ask(request, { dispatcher })),
      close: () => dispatcher.close(),
    }
  },
  connectionError: (code) => ({ name: 'NetworkError', cause: { message: 'fetch failed', cause: { code } } }),
  abortError: (reason) => reason,
  timeoutError: { name: 'TimeoutError' },
  decodes: true,
  followsRedirects: true,
})
