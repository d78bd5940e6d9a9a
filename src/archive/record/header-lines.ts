import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { HeaderList } from '../../core/reply/reply.ts'

/** A fetch that waits for its answer, and the headers of the answer once they have come. */
interface Asking {
  lines?: HeaderList
}

const current = new AsyncLocalStorage<Asking>()
const askings = new WeakMap<object, Asking>()
let waiting = 0

/**
 * Returns the answer of a fetch with its headers as the server wrote them: the case of the names, and each line of a name
 * that came twice. A `Response` has lost both. undici, which is Node's fetch, tells them to its diagnostics channels.
 */
export async function withHeaderLines(
  send: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly lines: HeaderList }> {
  const asking: Asking = {}
  if (waiting++ === 0) {
    subscribe(CREATE, onCreate)
    subscribe(HEADERS, onHeaders)
  }
  try {
    const response = await current.run(asking, send)
    return { response, lines: asking.lines ?? [...response.headers] }
  } finally {
    if (--waiting === 0) {
      unsubscribe(CREATE, onCreate)
      unsubscribe(HEADERS, onHeaders)
    }
  }
}

const CREATE = 'undici:request:create'
const HEADERS = 'undici:request:headers'

function onCreate(message: unknown): void {
  const asking = current.getStore()
  if (asking) askings.set((message as UndiciMessage).request, asking)
}

/** Of several heads, the last is the answer: the others are of early hints (103). */
function onHeaders(message: unknown): void {
  const { request, response } = message as UndiciMessage
  const asking = askings.get(request)
  if (asking && Array.isArray(response?.headers)) asking.lines = toLines(response.headers)
}

interface UndiciMessage {
  readonly request: object
  readonly response?: { readonly headers: readonly (Buffer | string)[] }
}

function toLines(raw: readonly (Buffer | string)[]): HeaderList {
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : []))
}
