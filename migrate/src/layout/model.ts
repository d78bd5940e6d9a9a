import type ts from 'typescript'

export type TypeScript = typeof ts

/** A name and its code, in the order in which they are printed. */
export type Fields = readonly (readonly [name: string, code: string])[]

export function given(fields: Readonly<Record<string, string | undefined>>): Fields {
  return Object.entries(fields).flatMap(([name, code]) => (code ? [[name, code] as const] : []))
}

export function printFields(fields: Readonly<Record<string, string | undefined>>): string | undefined {
  const codes = given(fields).map(([name, code]) => fieldCode(name, code))
  return codes.length === 0 ? undefined : `{ ${codes.join(', ')} }`
}

export function fieldCode(name: string, code: string): string {
  return name === code ? name : `${name}: ${code}`
}

export interface DeclaredStub {
  /** The member of `rest`: `get`, or `[method.toLowerCase()]`. */
  readonly method: string
  readonly path: string
  readonly response: DeclaredResponse
  /** The `match`, an object or a function; `undefined` if any request of the route will do. */
  readonly match: string | undefined
  readonly settings: Fields
  readonly times: string | undefined
  /** The code of the `rest.at(…)` that declares the stub, if it is not `rest`. */
  readonly at?: string
  readonly isFallback?: boolean
}

export function isLookedUp({ method }: Pick<DeclaredStub, 'method'>): boolean {
  return method.startsWith('[')
}

export interface DeclaredResponse {
  readonly code: string
  readonly status?: string | undefined
  /** Whether the payload may be the second argument of `status()`. */
  readonly isJson: boolean
}

export function expressionOf(ts: TypeScript, code: string): ts.Expression | undefined {
  const file = ts.createSourceFile('code.ts', `(${code})`, ts.ScriptTarget.ESNext, true)
  const [statement] = file.statements
  const outer = statement && ts.isExpressionStatement(statement) ? statement.expression : undefined
  return outer && ts.isParenthesizedExpression(outer) ? outer.expression : undefined
}

/** Thrown by a reader when it is not sure of a construct. The construct stays as it is, with the reason as a comment. */
export class ByHand extends Error {}

export function leaveByHand(reason: string): never {
  throw new ByHand(reason)
}
