import { writeForeignBody } from '../../request/foreign-body.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'
import type { InterceptOptions } from '../interceptor.ts'
import { frozenError } from '../patch.ts'
import type { Decoder } from './fetched-response.ts'
import { initOf, isForeignRequest, withOwnSignal, withWrittenBody } from './foreign-init.ts'
import { perform } from './perform.ts'
import { absolute, plainRequest } from './plain-request.ts'

type Fetch = typeof globalThis.fetch

/** What differs from platform to platform. */
export interface FetchPlatform {
  /** Makes the real request of a passed-through one. */
  pass(original: Fetch, request: Request): Promise<Response>
  readonly decoder: Decoder
}

const HTTP = /^https?:/

/**
 * Patches the global fetch; gives the undo.
 * @throws {MynahError} `ENVIRONMENT`, where the global cannot be replaced.
 */
export function interceptFetch({ answer, resolveUrl, fault }: InterceptOptions, platform: FetchPlatform): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'fetch')
  const original = globalThis.fetch
  if (typeof original !== 'function') return () => {}
  let active = true

  const means = {
    answer,
    fault,
    decoder: platform.decoder,
    pass: ({ raw }: IncomingRequest) => platform.pass(original, raw),
  }

  // Not an arrow: what patches or spies on fetch looks at its name. Not async: its promise is the one of `perform`.
  function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (!active) return original(input, init)
    try {
      if (isForeignRequest(input)) return initOf(input).then((own) => fetch(input.url, { ...own, ...init }))
      const foreign = init && writeForeignBody(init.body)
      if (foreign) return withWrittenBody(init, foreign).then((own) => fetch(input, own))
      const plain = plainRequest(input, init, resolveUrl)
      const source = plain ?? new Request(absolute(input, resolveUrl), withOwnSignal(init))
      // A `data:` or `blob:` URL has its answer in it, or in the page.
      if (!HTTP.test(source.url)) return original(input, init)
      const text = typeof init?.body === 'string' ? init.body : undefined
      return perform(new IncomingRequest(source, text), hasSignal(input, init), means)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  const { configurable = true, enumerable = true } = descriptor ?? {}
  if (!Reflect.defineProperty(globalThis, 'fetch', { configurable, enumerable, value: fetch, writable: true })) {
    throw frozenError('globalThis.fetch')
  }
  return () => {
    active = false
    // Somebody may have put a spy over ours: it stays, and reaches the original through us.
    if (globalThis.fetch !== fetch) return
    if (descriptor) Reflect.defineProperty(globalThis, 'fetch', descriptor)
    else Reflect.deleteProperty(globalThis, 'fetch')
  }
}

/** Whether the caller has a signal in hand that could end the body. */
function hasSignal(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return Boolean(init?.signal) || (typeof input === 'object' && 'signal' in input)
}
