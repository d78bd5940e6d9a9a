import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { functionAround, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const HOLD = 'hold these mocks in a variable where they are made: what the function returns is no fetch here'

/** The variables that hold the mocks which a function of the file returns at a node; `undefined` if it returns none there. */
export function holdersOf(source: Source, node: ts.Node): ts.Identifier[] | undefined {
  const { ts, checker } = source
  const around = functionAround(source, node)
  const outer = outerOf(source, node)
  const isBody = around && ts.isArrowFunction(around) && around.body === outer
  if (!around || !(isBody || ts.isReturnStatement(outer.parent))) return undefined
  const declaration = ts.isFunctionDeclaration(around) ? around : around.parent
  const isNamed = ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration)
  const { name } = isNamed ? declaration : {}
  const symbol = name && checker.getSymbolAtLocation(name)
  if (!symbol || !name || !ts.isIdentifier(name) || /^export\b/.test(source.statementOf(around).getText(source.file)))
    return leaveByHand(HOLD)
  return usesOf(source, symbol, name.text)
    .filter((use) => use !== name)
    .map((use) => {
      const call = ts.isCallExpression(use.parent) && use.parent.expression === use ? use.parent : undefined
      const owner = call && outerOf(source, call).parent
      return owner && ts.isVariableDeclaration(owner) && ts.isIdentifier(owner.name) ? owner.name : leaveByHand(HOLD)
    })
}
