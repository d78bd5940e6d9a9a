import { AsyncLocalStorage } from 'node:async_hooks'
import { MynahError } from '../core/errors.ts'
import { doAll } from './do-all.ts'
import type { InterceptOptions } from './interceptor.ts'
import { patch } from './patch.ts'

/** Set while a page's XMLHttpRequest, which Node's http carries, is sent. */
const sending = new AsyncLocalStorage<true>()

/** Whether what is being sent is a page's XMLHttpRequest. */
export function isPageRequest(): boolean {
  return sending.getStore() ?? false
}

/**
 * Marks what jsdom's and happy-dom's XMLHttpRequest send, and refuses what is sent synchronously: a process of its own
 * would send it, past all mocks; the test hears of it. Gives the undo.
 */
export function markPageRequests({ fault }: Pick<InterceptOptions, 'fault'>): () => void {
  if (typeof XMLHttpRequest !== 'function') return () => {}
  const { prototype } = XMLHttpRequest
  const patchSend = () =>
    patch(prototype, 'send', (original) => {
      return function send(this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['send']>): void {
        sending.run(true, () => original.apply(this, args))
      }
    })
  const patchOpen = () =>
    patch(prototype, 'open', (original) => {
      return function open(this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['open']>): void {
        const [method, url, async] = args
        if (args.length > 2 && !async) {
          throw fault({ method, url: String(url) }, new MynahError('ENVIRONMENT', synchronous(method, url)))
        }
        Reflect.apply(original, this, args)
      }
    })
  return doAll([patchSend, patchOpen])
}

function synchronous(method: string, url: string | URL): string {
  return `A synchronous XMLHttpRequest cannot be mocked: ${method} ${url}\n\nWrite  xhr.open('${method}', '${url}')`
}
