import http from 'node:http'
import got from 'got'
import { contract } from './clients/contract/contract.ts'

const options = ({ url: _url, timeout, ...others }) => ({
  ...others,
  ...(timeout !== undefined && { timeout: { request: timeout } }),
  throwHttpErrors: false,
  methodRewriting: true,
  retry: { limit: 0 },
})

async function ask(request, more) {
  const response = await got(request.url, { ...options(request), ...more, responseType: 'buffer' })
  const { 'set-cookie': setCookies = [], ...headers } = response.headers
  return {
    status: response.statusCode,
    headers,
    setCookies,
    bytes: response.rawBody,
    url: response.url,
    redirected: response.redirectUrls.length > 0,
  }
}

contract({
  name: 'got',
  origin: 'http://api.test',
  request: (request) => ask(request),
  stream: async (request) => got.stream(request.url, options(request)),
  keptAlive() {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    return { request: (request) => ask(request, { agent: { http: agent } }), close: () => agent.destroy() }
  },
  connectionError: (code) => ({ name: 'RequestError', code, message: `${code}: mocked network error` }),
  abortError: () => ({ name: 'AbortError', code: 'ERR_ABORTED' }),
  timeoutError: { name: 'TimeoutError', code: 'ETIMEDOUT' },
  decodes: true,
  followsRedirects: true,
})
