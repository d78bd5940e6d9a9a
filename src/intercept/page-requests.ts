import { AsyncLocalStorage } from 'node:async_hooks'

/** Set while a page's XMLHttpRequest, which Node's http carries, is sent. */
const sending = new AsyncLocalStorage<true>()

/** Whether what is being sent is a page's XMLHttpRequest. */
export function isPageRequest(): boolean {
  return sending.getStore() ?? false
}

/** Marks what jsdom's and happy-dom's XMLHttpRequest send; gives the undo. */
export function markPageRequests(): () => void {
  if (typeof XMLHttpRequest !== 'function') return () => {}
  const { prototype } = XMLHttpRequest
  const { send: original } = prototype
  function send(this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['send']>): void {
    sending.run(true, () => original.apply(this, args))
  }
  prototype.send = send
  return () => {
    if (prototype.send === send) prototype.send = original
  }
}
