import { MynahError } from '../../core/errors.ts'
import type { RequestSnapshot } from '../../core/request.ts'
import { messageOf, quote } from '../../core/show.ts'
import type { Sender } from '../../request/plain-request.ts'
import type { UpgradedClient } from '../../response/verdict.ts'
import { isCutError } from '../../runtime/network-error.ts'
import { type ClientMessage, parseMessage, type SubscribeMessage } from './client-message.ts'
import { operationRequest, resultsOf } from './results.ts'

/** The subprotocol (PROTOCOL.md of graphql-ws). */
export const GRAPHQL = 'graphql-transport-ws'

/** How long the servers of graphql-ws wait for `connection_init`, in milliseconds. */
const INIT_WAIT = 3000

/** Not those that a test fakes: a server's own timers would run. */
const { setTimeout: startReal, clearTimeout: endReal } = globalThis

/** The mock's end of a WebSocket. */
interface Socket {
  readonly isOpen: boolean
  readonly protocol: string
  readonly request: RequestSnapshot
  readonly sender: Sender | undefined
  /** Sends the JSON of a message. */
  send(message: object): void
  close(code: number, reason: string): void
  break(): void
}

/** The handlers of a connection. */
interface Handlers {
  open(): void
  message(received: { readonly data: string | Uint8Array }): void | Promise<void>
  close(): void
}

/**
 * Speaks the protocol over one connection, with the closing codes of graphql-ws' servers. Each operation is asked of the mocks as a
 * request of its own.
 */
export function graphqlHandlers(connection: Socket, ask: UpgradedClient['ask']): Handlers {
  /** What aborts the operations that run, by their ids. */
  const running = new Map<string, AbortController>()
  let isInitialised = false
  let connectionParams: object | null | undefined
  let stopWaiting = () => {}

  const end = () => {
    stopWaiting()
    for (const aborting of running.values()) aborting.abort()
    running.clear()
  }
  const close = (code: number, reason: string) => {
    end()
    connection.close(code, reason)
  }

  async function answer({ id, payload }: SubscribeMessage): Promise<void> {
    const aborting = new AbortController()
    running.set(id, aborting)
    const isRunning = () => running.get(id) === aborting && connection.isOpen
    const tell = (type: string, payload?: unknown) => {
      if (isRunning()) connection.send({ id, type, payload })
    }
    const body = JSON.stringify({ ...payload, connectionParams: connectionParams ?? undefined })
    const verdict = await ask(operationRequest(connection, aborting.signal), body)
    try {
      for await (const result of resultsOf(verdict, aborting.signal)) tell('next', result)
      tell('complete')
    } catch (error) {
      // No server is behind the connection.
      if (verdict.kind === 'passthrough') throw error
      if (isRunning() && isCutError(error)) connection.break()
      else tell('error', [{ message: messageOf(error) }])
    } finally {
      if (running.get(id) === aborting) running.delete(id)
    }
  }

  function receive(message: ClientMessage | undefined): void | Promise<void> {
    switch (message?.type) {
      case 'connection_init':
        if (isInitialised) return close(4429, 'Too many initialisation requests')
        stopWaiting()
        isInitialised = true
        connectionParams = message.payload
        return connection.send({ type: 'connection_ack' })
      case 'ping':
        return connection.send({ type: 'pong', payload: message.payload ?? undefined })
      case 'pong':
        return
      case 'subscribe':
        if (!isInitialised) return close(4401, 'Unauthorized')
        if (running.has(message.id)) return close(4409, `Subscriber for ${message.id} already exists`)
        return answer(message)
      case 'complete':
        running.get(message.id)?.abort()
        running.delete(message.id)
        return
      case undefined:
        return close(4400, 'Invalid message received')
      default:
        return close(4500, `Unexpected message of type ${message?.type} received`)
    }
  }

  return {
    open() {
      if (connection.protocol !== GRAPHQL) {
        close(4406, 'Subprotocol not acceptable')
        throw new MynahError(
          'WEBSOCKET',
          `The stubs of GraphQL speak ${quote(GRAPHQL)}; the client asks for no subprotocol`,
        )
      }
      const timer = startReal(() => close(4408, 'Connection initialisation timeout'), INIT_WAIT)
      // A page's timer is a number.
      if (typeof timer === 'object') timer.unref()
      stopWaiting = () => endReal(timer)
    },
    message: ({ data }) => receive(parseMessage(data)),
    close: end,
  }
}
