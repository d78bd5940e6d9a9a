import type ts from 'typescript'
import type { TypeScript } from '../layout/model.ts'

type Test = (node: ts.Node) => boolean

/** Returns the nodes below a node, and the node itself, that pass a test, in their order; none of those that are outside, nor below one. */
export function nodesIn<Found extends ts.Node>(
  ts: TypeScript,
  root: ts.Node,
  test: (node: ts.Node) => node is Found,
  isOutside?: Test,
): Found[]
export function nodesIn(ts: TypeScript, root: ts.Node, test: Test, isOutside?: Test): ts.Node[]
export function nodesIn(ts: TypeScript, root: ts.Node, test: Test, isOutside: Test = () => false): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (isOutside(node)) return
    if (test(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}
