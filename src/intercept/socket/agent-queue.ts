import type { ClientRequest } from 'node:http'

/**
 * Takes a failed request out of its agent's queue, since the agent would still connect for it. An `http.Agent` has a list of
 * requests for each destination, `tunnel` one list of options. Returns whether the request was there.
 */
export function takeFromQueue(queue: unknown, request: ClientRequest): boolean {
  if (Array.isArray(queue)) return takeFromList(queue, request)
  for (const [name, list] of Object.entries(queue ?? {})) {
    if (!Array.isArray(list) || !takeFromList(list, request)) continue
    if (list.length === 0) Reflect.deleteProperty(queue as object, name)
    return true
  }
  return false
}

function takeFromList(list: unknown[], request: ClientRequest): boolean {
  const index = list.findIndex(
    (one) => one === request || (one as { request?: unknown } | undefined)?.request === request,
  )
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}
