import { RouteDefinitionError } from '../errors.ts'
import { refuseCall } from '../refusal.ts'
import type { Reply } from '../reply.ts'
import { show } from '../show.ts'
import { callOf, withMatch } from './correction.ts'
import { isStub, type Stub } from './stub.ts'

/** Refuses what is no list of stubs; `call` words the corrected call that takes them. */
export function refuseRoutes(routes: readonly Stub[], call = (list: string) => `setupMocks([${list}])`): void {
  const wrong: unknown = Array.isArray(routes) ? (routes as readonly unknown[]).find((one) => !isStub(one)) : routes
  if (Array.isArray(routes) && routes.every(isStub)) return
  const isNested = Array.isArray(routes) && Array.isArray(wrong)
  const [found, right] = isNested
    ? ['a list of lists', '...userRoutes, ...postRoutes']
    : [isStub(wrong) ? 'one of them alone' : show(wrong), "rest.get('/users', [])"]
  throw new RouteDefinitionError(
    `routes are a list of what rest.get(…) and its like give, not ${found}\n\nWrite  ${call(right)}`,
  )
}

/**
 * Refuses a list in which a stub can never answer, since an earlier static default stub takes all its requests.
 * A resolver may hand on with `next()`, and a stub with `times` steps aside: neither hides another.
 */
export function refuseHidden(stubs: readonly Stub[]): void {
  const takers = new Map<string, Stub>()
  for (const stub of stubs) {
    const routes = routeKeys(stub)
    const hiding = takers.get(routes[0] as string)
    if (hiding && routes.every((route) => takers.has(route)) && !stub.match) {
      refuseCall(
        `${callOf(stub)}) can never answer`,
        `an earlier stub of the route takes all its requests\n\n  ${hiding}\n  ${stub}`,
        `${withMatch(stub, 'queries', "{ role: 'admin' }")}, or give the earlier one \`times\``,
      )
    }
    if (!stub.match && stub.times === Number.POSITIVE_INFINITY && isStatic(stub.reply)) {
      for (const route of routes) if (!takers.has(route)) takers.set(route, stub)
    }
  }
}

function isStatic(reply: Reply): boolean {
  return reply.kind === 'sequence' ? reply.replies.every(isStatic) : reply.kind !== 'resolver'
}

/** The routes that a stub stands for. Names of params do not make a route. */
function routeKeys({ method, pattern }: Stub): string[] {
  if (pattern.kind === 'regexp') return [`${method} ${pattern.regexp}`]
  return pattern.forms.map((form) => `${method} ${pattern.origin} /${form.shape}`)
}
