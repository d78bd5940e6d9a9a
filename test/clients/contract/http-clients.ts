import * as http from 'node:http'
import { request as capturedRequest } from 'node:http'
import * as https from 'node:https'
import type { Client, ClientRequest } from './client.ts'

type Send = (url: string, options: https.RequestOptions) => http.ClientRequest

function httpClient(name: string, origin: string, send: Send): Client {
  const ask = ({ url, body, headers, ...options }: ClientRequest, agent?: http.Agent) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      // Without a length http sends the body of a DELETE such that no server can read it.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const request = send(url, {
        ...options,
        headers: { ...headers, ...length },
        ...(agent && { agent }),
        rejectUnauthorized: false,
      })
      request.on('response', resolve)
      request.on('error', reject)
      request.on('timeout', () => request.destroy(new Error('timed out')))
      request.end(body)
    })
  const read = async (request: ClientRequest, agent?: http.Agent) => {
    const response = await ask(request, agent)
    const { 'set-cookie': setCookies = [], ...headers } = response.headers
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage,
      rawHeaders: response.rawHeaders,
      headers: headers as Record<string, string>,
      setCookies,
      bytes: Buffer.concat(chunks),
    }
  }
  return {
    name,
    origin,
    request: read,
    stream: ask,
    keptAlive() {
      const { Agent } = origin.startsWith('https') ? https : http
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      return { request: (request) => read(request, agent), close: () => agent.destroy() }
    },
    connectionError: (code) => ({ code, message: `${code}: mocked network error` }),
    abortError: (reason) => ({ name: 'AbortError', code: 'ABORT_ERR', cause: reason }),
    timeoutError: { message: 'timed out' },
    decodes: false,
    followsRedirects: false,
    cannot: {
      url: 'http follows no redirects',
      redirected: 'http follows no redirects',
    },
  }
}

export const HTTP_CLIENTS: readonly Client[] = [
  httpClient('node:http', 'http://api.test', (url, options) => http.request(url, options)),
  httpClient('node:http, its request taken before start', 'http://api.test', capturedRequest),
  httpClient('node:https', 'https://api.test', (url, options) => https.request(url, options)),
]
