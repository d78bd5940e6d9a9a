import { writeForm } from '../write-form.ts'

const OWN_SIGNAL: unknown = Object.getPrototypeOf(new AbortController().signal)

/** jsdom's signals are not Node's, and Node's `Request` refuses them. */
export function withOwnSignal(init: RequestInit | undefined): RequestInit | undefined {
  const signal = init?.signal
  return signal && Object.getPrototypeOf(signal) !== OWN_SIGNAL ? { ...init, signal: ownSignal(signal) } : init
}

/** Nor are its forms, which Node's `Request` would take for a text. */
export async function withWrittenForm(init: RequestInit, form: FormData): Promise<RequestInit> {
  const { type, bytes } = writeForm(form)
  const headers = new Headers(init.headers)
  headers.set('content-type', type)
  return { ...init, headers, body: await bytes }
}

function ownSignal(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  return controller.signal
}
