import type { FetchReal } from '../core/reply/reply.ts'
import type { RequestSnapshot } from '../core/request.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { followSignals } from '../runtime/abort.ts'
import { bypass } from '../runtime/bypass.ts'

/** Headers of one connection (RFC 9110, section 7.6.1), and headers that fetch sets from the body. */
const HOP_HEADERS = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * Makes the `fetchReal` of a resolver that was given a snapshot. The request itself is sent again at each call, so that its body
 * can be sent again. The snapshot's signal ends the real request with the client's, and with the mocks.
 */
export function createFetchReal(request: IncomingRequest, snapshot: RequestSnapshot): FetchReal {
  return async (input, init = {}) => {
    const { signal } = snapshot
    const isItself = input === undefined || (typeof input === 'object' && 'clone' in input && input === snapshot.raw)
    const source = isItself ? request.toRequest() : resolved(input, request.url)
    // The signal of the resolver's own request aborts with the client's already.
    const other = init.signal ?? (isItself ? undefined : signalOf(source))
    const made = new Request(source, { ...init, signal: other ? followSignals(signal, other).signal : signal })
    const sent = isItself ? withoutConnection(made) : made
    return bypass(() => fetch(sent))
  }
}

function resolved(input: Request | URL | string, base: string): Request | URL | string {
  return typeof input === 'string' ? new URL(input, base) : input
}

/** fetch refuses some of these headers, and would send the others for a connection that is not its own. */
function withoutConnection(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of HOP_HEADERS) headers.delete(name)
  return new Request(request, { headers })
}

function signalOf(source: Request | URL | string): AbortSignal | undefined {
  return typeof source === 'object' && 'signal' in source ? source.signal : undefined
}
