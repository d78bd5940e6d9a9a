import { MynahError } from '../core/errors.ts'
import { initOf } from '../fetch/foreign-init.ts'
import type { RealFetch } from '../fetch/real-fetch.ts'
import { bypass } from '../runtime/bypass.ts'
import { isBun } from '../runtime/environment.ts'
import { FetchInterceptor } from './fetch/fetch-interceptor.ts'
import { lendGlobals } from './fetch/lend-globals.ts'
import { sendByDispatcher } from './fetch/send-by-dispatcher.ts'
import { Http2Interceptor } from './http2/http2-interceptor.ts'
import { type CreateSources, Source, type SourceOptions, Sources } from './interceptor.ts'
import { answerPage, isOfPage, JsdomXhrInterceptor } from './jsdom.ts'
import { doAll, replaceAll } from './patch.ts'
import { createMockServer, type Serve } from './socket/tap/mock-server.ts'
import { tapSockets } from './socket/tap-sockets.ts'

/** Makes the sources of Node: the global fetch, the sockets of HTTP clients, and the XMLHttpRequest of jsdom and happy-dom. */
export const createSources: CreateSources = (options) => {
  const xhr = new JsdomXhrInterceptor(options)
  const socket = new SocketInterceptor(options, xhr)
  return new Sources([new NodeFetchInterceptor(options), xhr, socket, new Http2Interceptor(options)])
}

/** The global fetch, also if an environment of Node has none. */
class NodeFetchInterceptor extends FetchInterceptor {
  readonly #resolveUrl: SourceOptions['resolveUrl']

  constructor(options: SourceOptions) {
    super({
      ...options,
      real: realFetch,
      sendByDispatcher,
    })
    this.#resolveUrl = options.resolveUrl
  }

  protected override patch(): () => void {
    return doAll([() => lendGlobals(this.#resolveUrl), () => super.patch(), replaceBunUndici])
  }
}

const realFetch: RealFetch = {
  passthrough: (original, request) => bypass(() => send(original, request)),
  seesRedirects: true,
}

/** Makes a real request. A page's own fetch, such as happy-dom's, takes no `Request` of Node's. */
async function send(original: typeof fetch, request: Request): Promise<Response> {
  if (globalThis.Request.prototype === Request.prototype) return original(request)
  const { signal: _signal, ...init } = await initOf(request)
  return original(request.url, init)
}

const BUN_REFUSAL =
  "Bun's built-in undici cannot be mocked: its requests would reach the network\n\nWrite  fetch(url)  or use node:http"

const BUN_UNDICI = {
  fetch: (...args: Parameters<typeof fetch>) => globalThis.fetch(...args),
  request: () => Promise.reject(new MynahError('ENVIRONMENT', BUN_REFUSAL)),
}

/**
 * Keeps Bun's built-in undici from the network, because native code that cannot be patched sends its requests. Its `fetch`
 * calls the global one, its `request` rejects. A function imported from it by name before the start is not replaced.
 * Returns the undo.
 */
function replaceBunUndici(): () => void {
  const undici = isBun() ? (process.getBuiltinModule('undici') as object | undefined) : undefined
  return undici ? replaceAll(undici, BUN_UNDICI) : () => {}
}

/** The sockets of `node:http`, `node:https` and undici as a source. */
class SocketInterceptor extends Source {
  readonly #options: SourceOptions
  readonly #xhr: JsdomXhrInterceptor
  #server: Serve | undefined

  constructor(options: SourceOptions, xhr: JsdomXhrInterceptor) {
    super()
    this.#options = options
    this.#xhr = xhr
  }

  protected override patch(): () => void {
    const serve: Serve = (end, tap) => {
      // Most files of tests call fetch alone.
      this.#server ??= this.#createServer()
      this.#server(end, tap)
    }
    return tapSockets({ ...this.#options, serve })
  }

  #createServer(): Serve {
    const xhr = this.#xhr
    return createMockServer({
      ...this.#options,
      sender: () => (xhr.readyState === 'ACTIVE' ? xhr.sender : undefined),
      answer: (request, socket, sender) => {
        if (sender) return xhr.answer(request, sender)
        const handle = () => this.handle(request, socket)
        return isOfPage(request) ? answerPage(request, handle) : handle()
      },
    })
  }
}

export { lendGlobals, realFetch }
