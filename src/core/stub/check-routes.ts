import { RouteDefinitionError } from '../errors.ts'
import { pathShapeOf } from '../path/path.ts'
import { refuseCall } from '../refusal.ts'
import { showWritten } from '../show.ts'
import { isIterable, isPlainObject } from '../type-guards.ts'
import { callOf } from './correction.ts'
import { isStub, type Stub } from './stub.ts'

/** The functions that take stubs: as an array, or each as an argument. */
type Taker = 'setupMocks' | 'mocked' | 'createResolver' | 'mocks.use' | 'mocks.expect'

/** Refuses routes that are not a list of stubs. `taker` is the function that was called with them. */
export function checkRoutes(routes: unknown, taker: Taker): asserts routes is readonly Stub[] {
  const takesArguments = taker.startsWith('mocks.')
  const wanted = takesArguments ? 'stubs such as rest.get(…)' : 'an array of rest.get(…) stubs'
  const refuse = (got: string, meant?: string) => {
    const corrected = meant === undefined ? '' : `\n\nWrite  ${taker}(${meant})`
    throw new RouteDefinitionError(`${taker} expects ${wanted}, got ${got}${corrected}`)
  }
  if (!Array.isArray(routes)) {
    if (isStub(routes)) return refuse('one stub alone', `[${callOf(routes)}, …)]`)
    if (isIterable(routes)) return refuse('an iterable; spread it into an array with three dots')
    const values = isPlainObject(routes) ? Object.values(routes) : []
    if (values.length > 0 && values.every(isStub)) return refuse('an object of stubs', 'Object.values(…)')
    return refuse(showWritten(routes))
  }
  const index = routes.findIndex((one) => !isStub(one))
  if (index < 0) return
  const wrong: unknown = routes[index]
  const place = takesArguments ? `as argument ${index + 1}` : `at index ${index}`
  const kind = Array.isArray(wrong) ? 'an array' : isIterable(wrong) && 'an iterable'
  refuse(kind ? `${kind} ${place}; spread it with three dots` : `${showWritten(wrong)} ${place}`)
}

/**
 * Refuses a list in which a stub can never answer, because an earlier static default stub takes all its requests.
 * A resolver may return `next()`, and a stub with `times` steps aside: neither hides another stub.
 */
export function checkHidden(stubs: readonly Stub[]): void {
  const takers = new Map<string, Stub>()
  for (const stub of stubs) {
    if (stub.declarer.isFallback) continue
    const routes = routeKeys(stub)
    const hiding = takers.get(routes[0] as string)
    if (hiding && routes.every((route) => takers.has(route)) && !stub.parts.match) {
      refuseCall(
        `${callOf(stub)}) can never answer`,
        'an earlier stub for the same route answers every request. Give this one a `match`, or the earlier one `times`' +
          `\n\n  ${hiding}\n  ${stub}`,
      )
    }
    if (!stub.parts.match && stub.parts.times === Number.POSITIVE_INFINITY && isStatic(stub)) {
      for (const route of routes) if (!takers.has(route)) takers.set(route, stub)
    }
  }
}

function isStatic({ parts: { replies } }: Stub): boolean {
  return replies.every((reply) => reply.kind !== 'resolver')
}

/** The routes that a stub stands for. `/:id` and `/:userId` are one route. */
export function routeKeys({ method, parts: { pattern, declarer } }: Stub): string[] {
  const route = declarer.operation ? `${method} ${declarer.operation.title}` : method
  if (pattern.kind === 'regexp') return [`${route} ${pattern.origin} ${pattern.prefix} ${pattern.regexp}`]
  return pattern.forms.map((form) => `${route} ${pattern.origin} /${pathShapeOf(form)}`)
}
