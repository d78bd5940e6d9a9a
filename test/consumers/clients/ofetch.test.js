import { ofetch } from 'ofetch'
import { Agent, Dispatcher1Wrapper } from 'undici'
import { contract } from './clients/contract/contract.ts'
import { readFetched } from './clients/contract/read-fetched.ts'

const ask = ({ url, ...options }, more) =>
  ofetch.raw(url, { ...options, ...more, responseType: 'stream', ignoreResponseError: true, retry: 0 })

contract({
  name: 'ofetch',
  origin: 'http://api.test',
  request: async (request) => readFetched(await ask(request)),
  stream: async (request) => (await ask(request))._data,
  keptAlive() {
    const dispatcher = new Dispatcher1Wrapper(new Agent({ connections: 1 }))
    return {
      request: async (request) => readFetched(await ask(request, { dispatcher })),
      close: () => dispatcher.close(),
    }
  },
  connectionError: (code) => ({ name: 'FetchError', cause: { message: 'fetch failed', cause: { code } } }),
  abortError: (reason) => ({ name: 'FetchError', cause: reason }),
  timeoutError: { name: 'FetchError', cause: { name: 'TimeoutError' } },
  decodes: true,
  followsRedirects: true,
})
