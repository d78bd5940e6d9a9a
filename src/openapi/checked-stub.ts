import type { Params } from '../core/params.ts'
import { splitOrigin } from '../core/path/path.ts'
import { readParams, segmentsOf } from '../core/path/segments.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import { copyStub } from '../core/stub/define-stub.ts'
import { routeOf, type Stub } from '../core/stub/stub.ts'
import type { Api } from './api.ts'
import { checkPayload } from './declare.ts'
import type { Operation } from './document/operation.ts'
import { compileTemplate } from './document/template.ts'

/**
 * Returns a copy of a stub that checks its requests and answers by the operation at its path.
 * @throws {RouteDefinitionError} for a stub of no operation, and a payload that breaks the contract.
 */
export function checkedStub(api: Api, stub: Stub): Stub {
  if (stub.declarer.contract) return stub
  const path = splitOrigin(routeOf(stub).slice(stub.method.length + 1)).rest
  const operation = typeof stub.path === 'string' ? api.findPath(stub.method, path) : undefined
  if (!operation) return refuseStub(api, stub)
  const contract = api.contractOf(operation).forStub(() => String(stub), stub.parts.trace)
  const written = templateParams(api, operation, path)
  const { declarer } = stub.parts
  const checked = copyStub(stub, {
    declarer: {
      hint: api.hint,
      ...declarer,
      contract: {
        ...contract,
        checkRequest: (request, params) => contract.checkRequest(request, filled(written, params)),
      },
    },
  })
  checkPayload(api, operation, checked)
  return checked
}

/** Reads the params of a template from the path of a stub, as written there: `:id`, or a text. */
function templateParams({ settings }: Api, operation: Operation, path: string): Params {
  const forms = [settings.prefix, ''].flatMap((prefix) => {
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

function refuseStub({ operations }: Api, stub: Stub): never {
  const names = operations.map(({ name }) => name)
  const nearest = nearestTo(routeOf(stub), names)
  const there = nearest === undefined ? '' : `; the nearest is ${nearest}`
  return refuseCall('openapi.checked', `the document has no operation ${routeOf(stub)}${there}\n\n  ${stub}`)
}
