import type ts from 'typescript'
import type { DeclaredStub } from '../layout/model.ts'

/** A stub, and what its library demanded of it. */
export interface Interceptor {
  readonly stub: DeclaredStub
  readonly isPersisted: boolean
  readonly isOptional: boolean
  /** Whether it takes any query; else the old library takes none that is not asked for. */
  readonly isAnyQuery?: boolean
  /** Whether it takes the place of what was declared for its route. */
  readonly isReplacing?: boolean
  readonly node: ts.Node
}

/** Whether two of the stubs have one route, so that their order counts. */
export function areOneRoute(interceptors: readonly Interceptor[]): boolean {
  const routes = interceptors.map(({ stub }) => `${stub.method} ${stub.at ?? ''} ${stub.path}`)
  return new Set(routes).size < routes.length
}
