import http2, {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as capturedConnect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import { http2Loopback } from '../loopback.ts'
import type { Client, ClientRequest, ClientResponse } from './client.ts'

type Head = IncomingHttpHeaders & IncomingHttpStatusHeader

interface Answer {
  readonly head: Head
  readonly stream: ClientHttp2Stream
}

function http2Client(name: string, origin: string, connect: (origin: string) => ClientHttp2Session): Client {
  const ask = (session: ClientHttp2Session, { url, method = 'GET', headers, body, signal, timeout }: ClientRequest) =>
    new Promise<Answer>((resolve, reject) => {
      const { pathname, search } = new URL(url)
      const isEmpty = body === undefined
      const options = { endStream: isEmpty, ...(signal && { signal }) }
      const stream = session.request({ ':path': pathname + search, ':method': method, ...headers }, options)
      stream.on('error', reject)
      stream.on('response', (head) => resolve({ head, stream }))
      if (timeout !== undefined) stream.setTimeout(timeout, () => stream.destroy(new Error('timed out')))
      if (!isEmpty) stream.end(body)
    })
  const read = async (session: ClientHttp2Session, request: ClientRequest): Promise<ClientResponse> => {
    const { head, stream } = await ask(session, request)
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const { ':status': status = 0, 'set-cookie': setCookies = [], ...headers } = head
    return { status, headers: headers as Record<string, string>, setCookies, bytes: Buffer.concat(chunks) }
  }
  const opened = (url: string) => {
    const session = connect(new URL(url).origin)
    session.on('error', () => {})
    return session
  }
  return {
    name,
    origin,
    loopback: () => http2Loopback(new URL(origin).protocol as 'http:' | 'https:'),
    async request(request) {
      const session = opened(request.url)
      try {
        return await read(session, request)
      } finally {
        session.close()
      }
    },
    async stream(request) {
      const session = opened(request.url)
      const { stream } = await ask(session, request)
      stream.once('close', () => session.close())
      return stream
    },
    keptAlive() {
      const session = opened(origin)
      return { request: (request) => read(session, request), close: () => session.close() }
    },
    connectionError: (code) => ({ code, message: `${code}: mocked network error` }),
    abortError: (reason) => ({ name: 'AbortError', code: 'ABORT_ERR', cause: reason }),
    timeoutError: { message: 'timed out' },
    decodes: false,
    followsRedirects: false,
    cannot: {
      url: 'http2 follows no redirects',
      redirected: 'http2 follows no redirects',
    },
  }
}

const insecure = { rejectUnauthorized: false }

export const HTTP2_CLIENTS: readonly Client[] = [
  http2Client('node:http2', 'https://api.test', (origin) => http2.connect(origin, insecure)),
  http2Client('node:http2, its connect imported by name', 'https://api.test', (origin) =>
    capturedConnect(origin, insecure),
  ),
  http2Client('node:http2 without TLS', 'http://api.test', (origin) => http2.connect(origin)),
]
