import type ts from 'typescript'
import { assertionOf } from '../read/assertions.ts'
import type { Source } from '../read/source.ts'

/** A use of a member of nock: `nock.isDone`, or `isDone` where a file imports that. */
export interface Member {
  readonly node: ts.Expression
  readonly name: string
  /** The call of it. */
  readonly call: ts.CallExpression | undefined
}

/** The member that is read of a use of nock. */
export function memberOf(source: Source, { parent }: ts.Identifier): Member | undefined {
  return source.ts.isPropertyAccessExpression(parent) ? memberNamed(source, parent, parent.name.text) : undefined
}

export function memberNamed({ ts }: Source, node: ts.Expression, name: string): Member {
  const { parent } = node
  return { node, name, call: ts.isCallExpression(parent) && parent.expression === node ? parent : undefined }
}

/** Whether a use of nock demands all requests of a file: `expect(nock.isDone()).toBe(true)`. */
export function isGlobalDemand(source: Source, { name, call }: Member): boolean {
  return name === 'isDone' && call !== undefined && assertionOf(source, call)?.isTrue === true
}
