import { closest } from 'fastest-levenshtein'
import { nearestTo, objectCode, refuseCall } from '../../core/refusal.ts'
import { quote } from '../../core/show.ts'
import type { BasePath } from './base-path.ts'
import { callOf, type Operation, type OperationMethod } from './operation.ts'
import { restPathOf } from './template.ts'

/** Returns how to leave a check out. What the document lacks cannot be ignored: a stub of `rest` may send it. */
export function notToCheck(operation: Operation, key: string, base: BasePath): string {
  const { method, path, statuses } = operation
  if (key !== 'request' && !statuses.includes(key)) {
    return `If the server does send it, write  rest.${method.toLowerCase()}(${quote(restPathOf(path, base))}, …)`
  }
  return `To skip this check, add ${quote(`${operation.name} ${key}`)} to the ignore option, with a reason`
}

function thereAre(names: readonly string[]): string {
  return `there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ') || 'none'}`
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
    const problem = `the document has no ${upper} at this path; ${thereAre(methods)}`
    return refuseCall(call, problem, `${callOf(closest(upper, methods), path)}, …)`)
  }
  if (operations.length === 0) return refuseCall(call, 'the document has no paths')
  // A path as `rest` has it (`/users/:id`), or as a request has it (`/users/7`, or a URL).
  const asked = path.replace(/^https?:\/\/[^/]*/, '')
  const others = new Set([upper, ...operations.map((operation) => operation.method)])
  const same = operations.filter((operation) => operation.method === upper)
  const right =
    [...others].map((one) => find(one, asked)).find(Boolean) ?? nearest(path, same.length > 0 ? same : operations)
  return refuseCall(call, 'the document has no such path', `${right.call}, …)`)
}

function nearest(path: string, operations: readonly Operation[]): Operation {
  const paths = operations.map((operation) => operation.path)
  return operations[paths.indexOf(closest(path, paths))] as Operation
}

/**
 * Refuses a status that an operation does not document. A stub of `rest` may have it: servers send more than they document.
 * `isSet` says whether the settings have it, and not the response itself.
 */
export function refuseStatus(operation: Operation, status: number, base: BasePath, isSet: boolean): never {
  const { call, method, path, statuses } = operation
  const right = statuses.find((key) => /^[2-5]\d\d$/.test(key) && key[0] === String(status)[0])
  const byRest = `rest.${method.toLowerCase()}(${quote(restPathOf(path, base))}, …${isSet ? `, { status: ${status} }` : ''})`
  const documented = right && `${call}, …, { status: ${right} }), or, if the server does send it,\n       `
  const problem = `the operation documents no status ${status}; ${thereAre(statuses)}`
  return refuseCall(`${call})`, problem, (documented ?? '') + byRest)
}

/** Refuses a condition on a part that the operation does not declare. */
export function refuseCondition({ call }: Operation, part: string, name: string, declared: readonly string[]): never {
  const right = nearestTo(name, declared)
  const meant = right && `${call}, …, { match: ${objectCode([...part.split('.'), right], '…')} })`
  return refuseCall(`${call})`, `the operation declares no ${part}.${name}; ${thereAre(declared.slice(0, 12))}`, meant)
}
