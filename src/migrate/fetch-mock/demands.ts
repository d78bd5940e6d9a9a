import type ts from 'typescript'
import { functionAround, hookAround, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** The uses of a name that ask whether all routes were used: `fetchMock.done()`, `fetchMock.callHistory.done()`. */
export function demandsOf(source: Source, symbol: ts.Symbol, name: string): ts.Node[] {
  return usesOf(source, symbol, name).filter((use) => {
    const history = use.parent.getText(source.file) === `${name}.callHistory` ? use.parent : use
    return history.parent.getText(source.file).endsWith('.done')
  })
}

/** Whether the routes that are declared at a node are demanded, in its function or in a hook. */
export function isDemanded(source: Source, node: ts.Node, demands: readonly ts.Node[]): boolean {
  const around = functionAround(source, node)
  return demands.some((one) => hookAround(source, one) !== undefined || functionAround(source, one) === around)
}
