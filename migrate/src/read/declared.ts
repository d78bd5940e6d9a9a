import type ts from 'typescript'
import type { DeclaredStub } from '../layout/model.ts'

export interface Interceptor {
  readonly stub: DeclaredStub
  readonly isPersisted: boolean
  readonly isOptional: boolean
  /** Whether it takes any query; else the old library takes none that is not asked for. */
  readonly isAnyQuery?: boolean
  /** Whether it takes the place of an older one of the same route. */
  readonly isReplacing?: boolean | undefined
  readonly comments?: readonly string[]
}

/** Whether a stub takes the place of an older one, which answers no more. */
export function replaces(newer: Interceptor, older: Interceptor): boolean {
  const routeOf = ({ stub: { method, path, match } }: Interceptor) => JSON.stringify([method, path, match])
  return newer.isReplacing === true && routeOf(newer) === routeOf(older)
}

/** Stubs that one call declares: they are one layer. */
export interface Layer {
  first: ts.Node
  /** Whether they were divided into layers where their order asks for it. */
  isInOrder?: boolean
}

export interface Declared {
  /** The construct that was attempted, which is refused if the order of answers would change. */
  readonly construct: ts.Node
  readonly chain: ts.Node
  readonly interceptors: readonly Interceptor[]
  readonly isExpected: boolean
  readonly mocks: string
  readonly layer: Layer
}
