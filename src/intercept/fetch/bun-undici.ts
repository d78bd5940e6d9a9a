import { MynahError } from '../../core/errors.ts'
import { isBun } from '../../runtime/environment.ts'
import { replaceAll } from '../patch.ts'

const REFUSAL =
  "Bun's built-in undici cannot be mocked: its requests would reach the network\n\nWrite  fetch(url)  or use node:http"

const UNDICI = {
  fetch: (...args: Parameters<typeof fetch>) => globalThis.fetch(...args),
  request: () => Promise.reject(new MynahError('ENVIRONMENT', REFUSAL)),
}

/**
 * Keeps Bun's built-in undici from the network, because native code that cannot be patched sends its requests. Its `fetch`
 * calls the global one, its `request` rejects. A function imported from it by name before the start is not replaced.
 * Returns the undo.
 */
export function replaceBunUndici(): () => void {
  const undici = isBun() ? (process.getBuiltinModule('undici') as object | undefined) : undefined
  return undici ? replaceAll(undici, UNDICI) : () => {}
}
