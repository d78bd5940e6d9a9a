import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import { certificate } from '../clients/certificate.ts'
import { bodyOf, type Client, type Protocol, type Sending, type Told } from './client.ts'

/** An answer, or an error, after which a client sends a request again. */
const isToRepeat = (status: number) => status === 503

/** Sends a request, and sends it again in a timer of its response, or of its error, as got does. */
function sendByHttp(sending: Sending, agent: http.Agent | false, told: Told): void {
  const { protocol } = new URL(sending.origin)
  const repeat = () => setTimeout(() => sendByHttp(sending, agent, told), 1)
  const { request } = protocol === 'https:' ? https : http
  const options = { method: sending.method, agent, ca: certificate.cert }
  const sent = request(sending.origin + sending.path, options, (response) => {
    if (isToRepeat(response.statusCode ?? 0)) {
      response.resume().on('end', repeat)
      return
    }
    let text = ''
    response.on('data', (chunk) => {
      text += chunk
    })
    response.on('end', () => told(text))
  })
  sent.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? repeat() : told(error)))
  sent.end(bodyOf(sending) ?? undefined)
}

function byAgent(protocol: Protocol, keepAlive: boolean): Client {
  return {
    protocol,
    repeats: true,
    make(_origin, connections) {
      const agent = new (protocol === 'https' ? https : http).Agent({ keepAlive, maxSockets: connections })
      return { send: (sending, told) => sendByHttp(sending, agent, told), close: () => agent.destroy() }
    },
  }
}

function byNoAgent(protocol: Protocol): Client {
  return {
    protocol,
    repeats: true,
    make: () => ({ send: (sending, told) => sendByHttp(sending, false, told), close() {} }),
  }
}

/** An agent that starts a request that has to wait in the callback of the request before it. Node's own keeps the context of each. */
class QueueingAgent {
  readonly defaultPort = 80
  readonly protocol = 'http:'
  readonly #connections: number
  readonly #waiting: (() => void)[] = []
  #open = 0

  constructor(connections: number) {
    this.#connections = connections
  }

  addRequest(request: http.ClientRequest, options: { readonly port: number; readonly host: string }): void {
    const start = () => {
      this.#open++
      request.once('close', () => {
        this.#open--
        this.#waiting.shift()?.()
      })
      request.onSocket(this.createSocket(request, options))
    }
    if (this.#open < this.#connections) start()
    else this.#waiting.push(start)
  }

  createSocket(
    _request: http.ClientRequest,
    { port, host }: { readonly port: number; readonly host: string },
  ): net.Socket {
    return net.connect(port, host)
  }
}

/** The clients of `node:http` and `node:https`. */
export const HTTP_CLIENTS: Readonly<Record<string, Client>> = {
  'node:http with an agent': byAgent('http', false),
  'node:http with keepAlive': byAgent('http', true),
  'node:http without an agent': byNoAgent('http'),
  'node:http with an agent of another kind': {
    repeats: true,
    make(_origin, connections) {
      const agent = new QueueingAgent(connections) as unknown as http.Agent
      return { send: (sending, told) => sendByHttp(sending, agent, told), close() {} }
    },
  },
  'node:https with an agent': byAgent('https', false),
  'node:https with keepAlive': byAgent('https', true),
}

function sendByHttp2(session: http2.ClientHttp2Session, sending: Sending, told: Told): void {
  const stream = session.request({ ':method': sending.method, ':path': sending.path })
  let text = ''
  let isRepeated = false
  stream.on('response', ({ ':status': status = 0 }) => {
    isRepeated = isToRepeat(status)
  })
  stream.on('data', (chunk) => {
    text += chunk
  })
  stream.on('error', told)
  stream.on('end', () => {
    if (isRepeated) setTimeout(() => sendByHttp2(session, sending, told), 1)
    else told(text)
  })
  stream.end(bodyOf(sending) ?? undefined)
}

/** Clients whose sessions are shared by all that they send. */
export const HTTP2_CLIENTS: Readonly<Record<string, Client>> = {
  'node:http2': {
    protocol: 'h2c',
    repeats: true,
    make(origin) {
      const session = http2.connect(origin)
      return {
        send: (sending, told) => sendByHttp2(session, sending, told),
        close: () => session.destroy(),
      }
    },
  },
  'node:http2, a session of the first to send': {
    protocol: 'h2c',
    repeats: true,
    make(origin) {
      let session: http2.ClientHttp2Session | undefined
      return {
        send(sending, told) {
          session ??= http2.connect(origin)
          sendByHttp2(session, sending, told)
        },
        close: () => session?.destroy(),
      }
    },
  },
}
