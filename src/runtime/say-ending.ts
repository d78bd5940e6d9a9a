import { isEndedError } from '../core/errors.ts'

/**
 * Gives the error event of an XMLHttpRequest the reason why mynah has ended its request. By itself the event has none, and axios, which
 * reads its `message`, would reject with `Network Error` alone.
 */
export function sayEnding(xhr: EventTarget, error: unknown): void {
  if (!isEndedError(error)) return
  const { message } = error
  const say = (event: Event) => Object.defineProperty(event, 'message', { value: message, configurable: true })
  // Listeners that capture are called before the others.
  xhr.addEventListener('error', say, { capture: true, once: true })
}
