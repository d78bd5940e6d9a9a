/** A controller of our own, whose signal is aborted with another, and may be before it. */
export function follow(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller
}
