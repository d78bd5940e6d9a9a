import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { HeaderList } from '../../core/reply/reply.ts'

/** The fetch that the running code is part of. */
const current = new AsyncLocalStorage<object>()

const CREATE = 'undici:request:create'
const HEADERS = 'undici:request:headers'

interface UndiciMessage {
  readonly request: object
  readonly response?: { readonly headers: readonly (Buffer | string)[] }
}

/**
 * Returns the answer of a fetch with its headers as the server wrote them: the case of the names, and each line of a name
 * that came twice. A `Response` has lost both. undici, which is Node's fetch, tells them to its diagnostics channels.
 */
export async function withHeaderLines(send: () => Promise<Response>) {
  const asking = {}
  let sent: object | undefined
  let lines: HeaderList | undefined
  const onCreate = (message: unknown) => {
    if (current.getStore() === asking) sent = (message as UndiciMessage).request
  }
  /** Of several heads, the last is the answer: the others are of early hints (103). */
  const onHeaders = (message: unknown) => {
    const { request, response } = message as UndiciMessage
    if (request === sent && Array.isArray(response?.headers)) lines = toLines(response.headers)
  }
  subscribe(CREATE, onCreate)
  subscribe(HEADERS, onHeaders)
  try {
    const response = await current.run(asking, send)
    return { response, lines: lines ?? [...response.headers] }
  } finally {
    unsubscribe(CREATE, onCreate)
    unsubscribe(HEADERS, onHeaders)
  }
}

function toLines(raw: readonly (Buffer | string)[]): HeaderList {
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] as string] as const] : []))
}
