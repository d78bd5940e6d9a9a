import type { Call } from './session/journal.ts'

/** Writes one collapsed line to the console for an answered request, with the call inside. */
export function logCall(call: Call): void {
  const { request, response, stub } = call
  console.groupCollapsed(`mynah: ${request.method} ${request.url} ${response?.status ?? 'network error'}`)
  console.log(String(stub))
  console.log(call)
  console.groupEnd()
}
