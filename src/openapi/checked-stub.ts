import type { Params } from '../core/params.ts'
import { splitOrigin } from '../core/path/path.ts'
import { readParams, segmentsOf } from '../core/path/segments.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import { routeOf, type Stub } from '../core/stub/stub.ts'
import type { Operations } from './api.ts'
import type { Operation } from './document/operation.ts'
import { compileTemplate } from './document/template.ts'

/**
 * Returns a copy of a stub that checks its requests and answers by the operation at its path.
 * @throws {RouteDefinitionError} for a stub of no operation, and a payload that breaks the contract.
 */
export function checkedStub(operations: Operations, stub: Stub): Stub {
  if (stub.declarer.contract) return stub
  const path = splitOrigin(routeOf(stub).slice(stub.method.length + 1)).rest
  const operation = typeof stub.path === 'string' ? operations.findPath(stub.method, path) : undefined
  if (!operation) return refuseStub(operations, stub)
  const written = templateParams(operations.prefix, operation, path)
  return operation.checked(stub, (params) => filled(written, params))
}

/** Reads the params of a template from the path of a stub, as written there: `:id`, or a text. */
function templateParams(base: string, operation: Operation, path: string): Params {
  const forms = [base, ''].flatMap((prefix) => {
    const pattern = compileTemplate(operation.path, { origin: '', prefix })
    return pattern.kind === 'path' ? pattern.forms : []
  })
  const segments = segmentsOf(path)
  const fitting = forms.filter((form) => form.segments.length === segments.length)
  return fitting.map((form) => readParams(form, segments)).find((params) => params !== undefined) ?? {}
}

/** A param of a path, in quotes or without. */
const PARAM = /:(?:"((?:[^"\\]|\\.)+)"|([\p{ID_Start}$_][\p{ID_Continue}$]*))/gu

/** Returns the params of a template, with the values of the stub's own params. */
function filled(written: Params, params: Params): Params {
  const toValue = (_: string, quoted: string | undefined, name: string | undefined) =>
    String(params[(quoted ?? name) as string])
  return Object.fromEntries(Object.entries(written).map(([key, text]) => [key, String(text).replace(PARAM, toValue)]))
}

function refuseStub({ all }: Operations, stub: Stub): never {
  const names = all.map(({ name }) => name)
  const nearest = nearestTo(routeOf(stub), names)
  const there = nearest === undefined ? '' : `; the nearest is ${nearest}`
  return refuseCall('openapi.checked', `the document has no operation ${routeOf(stub)}${there}\n\n  ${stub}`)
}
