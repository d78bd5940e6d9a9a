import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestLine } from '../core/request.ts'
import type { Answer } from '../response/verdict.ts'
import { sendResponse } from '../transport/send-response.ts'

/** A port of the loopback interface from which the browser loads streams: Playwright's `fulfill` takes whole bodies only. */
export interface StreamPort {
  /** Offers an answer to one request. */
  offer(answer: Answer, asked: RequestLine, signal: AbortSignal): Promise<OfferedStream>
  /** Ends the connections. */
  close(): void
}

interface OfferedStream {
  readonly url: string
  /** Resolves when the body has ended, or nobody wants it any more. */
  readonly ended: Promise<void>
}

/** Returns a port that is opened for the first stream. */
export function createStreamPort(): StreamPort {
  const waiting = new Map<string, (outgoing: ServerResponse) => void>()
  const server = createServer((incoming, outgoing) => {
    // The browser sends the body of the page's request again.
    incoming.resume()
    const send = waiting.get(incoming.url as string)
    if (send) send(outgoing)
    else outgoing.writeHead(404).end()
  })
  server.unref()
  let opened: Promise<number> | undefined
  return {
    async offer(answer, asked, signal) {
      opened ??= listen(server)
      const path = `/${randomUUID()}`
      const arrival = new Promise<ServerResponse | undefined>((resolve) => {
        waiting.set(path, resolve)
        signal.addEventListener('abort', () => resolve(undefined))
      })
      const ended = arrival.then((outgoing) => {
        waiting.delete(path)
        if (outgoing) return send(answer, outgoing, asked)
        if (answer.body instanceof ReadableStream) return answer.body.cancel().catch(() => {})
      })
      return { url: `http://127.0.0.1:${await opened}${path}`, ended }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Sends an answer; a body that fails breaks the connection after its first chunks. */
async function send(answer: Answer, outgoing: ServerResponse, asked: RequestLine): Promise<void> {
  const sent = await sendResponse(answer, outgoing, asked)
  if (sent.kind !== 'whole') outgoing.socket?.destroySoon()
}
