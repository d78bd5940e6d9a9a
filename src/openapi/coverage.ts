import { createTable, type Table } from '../core/choose/table.ts'
import { getOrAdd } from '../core/get-or-add.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { Call } from '../mocks/session/journal.ts'
import type { BasePath } from './document/base-path.ts'
import type { Operation } from './document/operation.ts'
import { askedQueries, compileTemplate } from './document/template.ts'

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

export function operationName({ method, path, operationId }: Operation): OperationName {
  return { method, path, ...(operationId !== undefined && { operationId }) }
}

/** Returns a function that finds the operation whose method and path fit a request. */
export function operationFinder<Found extends Pick<Stub, 'method'> & { readonly path: string }>(
  operations: readonly Found[],
  baseOf: (operation: Found) => BasePath,
) {
  const owners = new Map<Stub, Found>()
  let table: Table | undefined
  return (method: string, url: string): Found | undefined => {
    if (!table) {
      // Those that ask for queries come before those of the same path that do not.
      const sorted = [...operations].sort((a, b) => Number(b.path.includes('?')) - Number(a.path.includes('?')))
      for (const operation of sorted)
        for (const stub of probesOf(operation, baseOf(operation))) owners.set(stub, operation)
      table = createTable([...owners.keys()])
    }
    const found = table.find(method, url, ({ stub }) => hasQueries(url, String(stub.path)))
    return found && owners.get(found.stub)
  }
}

function hasQueries(url: string, template: string): boolean {
  if (!template.includes('?')) return true
  const { searchParams } = new URL(url)
  return Object.entries(askedQueries(template)).every(([name, value]) => searchParams.get(name) === value)
}

/** Returns a stub that takes an operation's requests; none if its path cannot be read. */
function probesOf({ method, path }: { method: Stub['method']; path: string }, base: BasePath): Stub[] {
  try {
    return [
      defineStub(method, path, undefined, undefined, {}, { pattern: compileTemplate(path, base), isFallback: true }),
    ]
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
    const statuses = getOrAdd(counts, operation, (): Record<string, number> => ({}))
    statuses[call.response.status] = (statuses[call.response.status] ?? 0) + 1
  }
  return {
    touched: operations.flatMap((operation) => {
      const statuses = counts.get(operation)
      return statuses ? [{ ...operationName(operation), statuses }] : []
    }),
    untouched: operations.filter((operation) => !counts.has(operation)).map(operationName),
  }
}
