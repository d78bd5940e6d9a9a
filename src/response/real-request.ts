import { createScope } from '#scope'
import { untilAborted } from '../runtime/abort.ts'

const scope = createScope<true>()

/** Whether a request was sent by `fetchReal`: then no mocks are asked. */
export function isReal(): boolean {
  return scope.current() === true
}

/** Makes a real request past all mocks. It ends with the signal of the request that it is made for. */
export function fetchReal(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const signals = [signal, init?.signal].filter((one) => one !== undefined && one !== null)
  const real = scope.run(true, () => fetch(input, { ...init, signal: AbortSignal.any(signals) }))
  return untilAborted(real, signal)
}
