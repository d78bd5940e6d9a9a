import { closest } from 'fastest-levenshtein'
import { nearestTo, objectCode, refuseCall } from '../../core/refusal.ts'
import { quote, show } from '../../core/show.ts'
import type { Operation, OperationMethod } from './operation.ts'
import { type BasePath, restPathOf } from './template.ts'

/** Returns a call of a method as written: `openapi.get('/users/{username}'`. */
export function callOf(method: string, path: unknown): string {
  return `openapi.${method.toLowerCase()}(${show(path)}`
}

/** Returns how to leave a check out. */
export function notToCheck(operation: Operation, key: string): string {
  return `Not to check it: openapi(document, { ignore: { ${quote(`${operation.name} ${key}`)}: 'the reason' } })`
}

/** Refuses a path, or a method of it, that the document lacks. `find` finds the operation of a request. */
export function refuseOperation(
  method: OperationMethod,
  path: unknown,
  operations: readonly Operation[],
  find: (method: string, path: string) => Operation | undefined,
): never {
  const call = `${callOf(method, path)})`
  if (typeof path !== 'string') return refuseCall(call, 'a path is a template of the document, as a string')
  const upper = method.toUpperCase()
  const methods = operations.filter((operation) => operation.path === path).map((operation) => operation.method)
  if (methods.length > 0) {
    const there = `there ${methods.length === 1 ? 'is' : 'are'} ${methods.join(', ')}`
    return refuseCall(
      call,
      `the document has no ${upper} at this path; ${there}`,
      `${callOf(closest(upper, methods), path)}, …)`,
    )
  }
  if (operations.length === 0) return refuseCall(call, 'the document has no paths')
  const same = operations.filter((operation) => operation.method === upper)
  const right = operationAt(upper, path, operations, find) ?? nearestPath(path, same.length > 0 ? same : operations)
  return refuseCall(call, 'the document has no such path', `${callOf(right.method, right.path)}, …)`)
}

/** Returns the operation of a path as `rest` has it (`/users/:id`), or as a request has it (`/users/7`, or a URL). */
function operationAt(
  method: string,
  path: string,
  operations: readonly Operation[],
  find: (method: string, path: string) => Operation | undefined,
): Operation | undefined {
  const asked = path.replace(/^https?:\/\/[^/]*/, '')
  return [method, ...new Set(operations.map((operation) => operation.method))]
    .map((one) => find(one, asked))
    .find(Boolean)
}

function nearestPath(path: string, operations: readonly Operation[]): Operation {
  const nearest = closest(
    path,
    operations.map((operation) => operation.path),
  )
  return operations.find((operation) => operation.path === nearest) as Operation
}

/**
 * Refuses a status that an operation does not document. A stub of `rest` may have it: servers send more than they document.
 * `isSet` says whether the settings have it, and not the response itself.
 */
export function refuseStatus(operation: Operation, status: number, base: BasePath, isSet: boolean): never {
  const { method, path, statuses } = operation
  const right = statuses.find((key) => /^[2-5]\d\d$/.test(key) && key[0] === String(status)[0])
  const own = `rest.${method.toLowerCase()}(${quote(restPathOf(path, base))}, …${isSet ? `, { status: ${status} }` : ''})`
  return refuseCall(
    `${callOf(method, path)})`,
    `the operation documents no status ${status}; there ${statuses.length === 1 ? 'is' : 'are'} ${statuses.join(', ') || 'none'}`,
    right === undefined
      ? own
      : `${callOf(method, path)}, …, { status: ${right} }), or, if the server sends it all the same,\n       ${own}`,
  )
}

/** Refuses a condition on a part that the operation does not declare. */
export function refuseCondition(operation: Operation, part: string, name: string, declared: readonly string[]): never {
  const call = callOf(operation.method, operation.path)
  const right = nearestTo(name, declared)
  const there = `there ${declared.length === 1 ? 'is' : 'are'} ${declared.slice(0, 12).join(', ') || 'none'}`
  return refuseCall(
    `${call})`,
    `the operation declares no ${part}.${name}; ${there}`,
    right && `${call}, …, { match: ${objectCode([...part.split('.'), right], '…')} })`,
  )
}
