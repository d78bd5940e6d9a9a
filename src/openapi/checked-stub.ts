import type { Params } from '../core/params.ts'
import { splitOrigin } from '../core/path/path.ts'
import { type PathForm, readParams, segmentsOf } from '../core/path/segments.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import { splitUrl } from '../core/request.ts'
import { routeOf, type Stub } from '../core/stub/stub.ts'
import type { Operations } from './api.ts'
import { NO_BASE } from './document/base-path.ts'
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
  const { forms } = compileTemplate(operation.path, NO_BASE)
  return operation.checked(stub, (url) => endParams(forms[0] as PathForm, url))
}

/** Reads the params of a template from the end of a request's path: a base may stand before it. */
function endParams(form: PathForm, url: string): Params {
  const segments = segmentsOf(splitUrl(url).pathname)
  return readParams(form, segments.slice(-form.segments.length)) ?? {}
}

function refuseStub({ all }: Operations, stub: Stub): never {
  const names = all.map(({ name }) => name)
  const nearest = nearestTo(routeOf(stub), names)
  const there = nearest === undefined ? '' : `; the nearest is ${nearest}`
  return refuseCall('openapi.checked', `the document has no operation ${routeOf(stub)}${there}\n\n  ${stub}`)
}
