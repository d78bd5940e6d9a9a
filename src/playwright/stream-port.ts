import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLine } from '../core/request.ts'
import type { Answer } from '../response/verdict.ts'
import { type LocalServer, listenLocally } from '../transport/listen-locally.ts'
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
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // The browser sends the body of the page's request again.
    incoming.resume()
    const send = waiting.get(incoming.url as string)
    if (send) send(outgoing)
    else outgoing.writeHead(404).end()
  }
  let opened: Promise<LocalServer> | undefined
  return {
    async offer(answer, asked, signal) {
      opened ??= listenLocally(receive)
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
      return { url: `http://127.0.0.1:${(await opened).port}${path}`, ended }
    },
    close() {
      opened?.then((server) => server.close()).catch(() => {})
    },
  }
}

/** Sends an answer; a body that fails breaks the connection after its first chunks. */
async function send(answer: Answer, outgoing: ServerResponse, asked: RequestLine): Promise<void> {
  const sent = await sendResponse(answer, outgoing, asked)
  if (sent.kind !== 'whole') outgoing.socket?.destroySoon()
}
