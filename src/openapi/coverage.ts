import { createTable } from '../core/choose/table.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { Call } from '../mocks/session/journal.ts'
import type { Operation } from './document/operation.ts'
import { type BasePath, compileTemplate } from './document/template.ts'

/** An operation by its names. */
export interface OperationName {
  /** In capitals. */
  readonly method: string
  /** The template. */
  readonly path: string
  readonly operationId?: string
}

/** The operations that calls have touched, with the number of answers of each status, and the untouched ones. */
export interface Coverage {
  readonly touched: readonly (OperationName & { readonly statuses: Readonly<Record<string, number>> })[]
  readonly untouched: readonly OperationName[]
}

export function nameOf({ method, path, operationId }: Operation): OperationName {
  return { method, path, ...(operationId !== undefined && { operationId }) }
}

/** Finds the operation whose method and path fit a request. */
export type FindOperation = (method: string, url: string) => Operation | undefined

export function operationFinder(operations: readonly Operation[], base: BasePath): FindOperation {
  const owners = new Map(operations.flatMap((operation) => probeOf(operation, base)))
  const table = createTable([...owners.keys()])
  return (method, url) => {
    const found = table.find(method, url, () => true)
    return found && owners.get(found.stub)
  }
}

/** Returns a stub that takes an operation's requests; `undefined` if its path cannot be read. */
function probeOf(operation: Operation, base: BasePath): [Stub, Operation][] {
  try {
    const declarer = { pattern: compileTemplate(operation.path, base), isFallback: true }
    return [[defineStub(operation.method, operation.path, undefined, undefined, {}, declarer), operation]]
  } catch {
    return []
  }
}

/** Counts the operations that calls have touched. A call without a response touches none. */
export function countCoverage(
  operations: readonly Operation[],
  calls: readonly Call[],
  find: (call: Call) => Operation | undefined,
): Coverage {
  const counts = new Map<Operation, Record<string, number>>()
  for (const call of calls) {
    const operation = call.response && find(call)
    if (!operation || !call.response) continue
    const statuses = counts.get(operation) ?? {}
    statuses[call.response.status] = (statuses[call.response.status] ?? 0) + 1
    counts.set(operation, statuses)
  }
  const isTouched = (operation: Operation) => counts.has(operation)
  return {
    touched: operations
      .filter(isTouched)
      .map((operation) => ({ ...nameOf(operation), statuses: counts.get(operation) as Record<string, number> })),
    untouched: operations.filter((operation) => !isTouched(operation)).map(nameOf),
  }
}
