import { MynahError } from '../../core/errors.ts'

const REFUSAL =
  "Bun's own undici cannot be mocked: its requests would reach the network\n\nWrite  fetch(url)  or take node:http"

interface Undici {
  fetch: typeof globalThis.fetch
  request: () => Promise<unknown>
}

/**
 * Keeps the undici that Bun has in itself from the network: it sends by what nobody can replace. Its `fetch` becomes the
 * global one, its `request` refuses. What was imported from it by name stays. Gives the undo.
 */
export function replaceBunUndici(): () => void {
  const undici = 'Bun' in globalThis ? (process.getBuiltinModule('undici') as Undici | undefined) : undefined
  if (!undici) return () => {}
  const { fetch, request } = undici
  Object.assign(undici, {
    fetch: (...args: Parameters<typeof fetch>) => globalThis.fetch(...args),
    request: () => Promise.reject(new MynahError('ENVIRONMENT', REFUSAL)),
  })
  return () => {
    Object.assign(undici, { fetch, request })
  }
}
