import type ts from 'typescript'
import { removeAssertion } from '../declare/assertion-counts.ts'
import { dropDeclaration, holderOf, pushedTo, replaceWhole } from '../declare/override.ts'
import { returnedValue, returningOf } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { valuesOf } from '../read/constants.ts'
import { moduleOf } from '../read/imports.ts'
import { nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { Held } from './scope-type.ts'
import { countOfUses, otherUse, type ScopeUses, scopeUses } from './scopes.ts'

/**
 * Drops the variables that hold a scope which a function of any file returns, if all that they are for is `done()`: the function expects
 * its answers. Returns what became of them.
 */
export function convertMade(source: Source): Map<ts.Symbol, Held> {
  const { ts, file, checker } = source
  const done = new Map<ts.Symbol, Held>()
  if (!/\.(?:done|isDone)\b/.test(file.text)) return done
  const calls = new Map(
    nodesIn(ts, file, ts.isCallExpression).flatMap((call) => {
      const maker = holderOf(source, call) && makerOf(source, call)
      return maker ? [[call as ts.Node, maker] as const] : []
    }),
  )
  for (const [call] of calls) {
    const name = holderOf(source, call)
    const symbol = name && checker.getSymbolAtLocation(name)
    const uses = name && scopeUses(source, name)
    if (!symbol || !uses || done.has(symbol)) continue
    const isDropped = source.attempt(call, () => dropVariable(source, uses, calls), 1 + countOfUses(uses))
    done.set(symbol, isDropped ? 'dropped' : 'left')
  }
  return done
}

function dropVariable(source: Source, uses: ScopeUses, calls: ReadonlyMap<ts.Node, ts.Node>): void {
  const { symbol, demands, questions, listeners, roots, pushes, throwing, others, declarations } = uses
  if (others.length > 0) leaveByHand(otherUse(uses))
  if (questions.length + listeners.length + roots.length + throwing.length > 0)
    leaveByHand(`have the function return its stub, const stub = rest.get(…), and write mocks.calls(stub) here`)
  const values = [
    ...valuesOf(source, symbol).filter((one) => !/^\[\]$/.test(one.getText())),
    ...pushes.flatMap((one) => one.arguments[0] ?? []),
  ]
  for (const value of values) {
    if (!calls.has(value)) leaveByHand('declare this scope in a variable of its own')
    if (pushedTo(source, value)) source.replace(value.parent, source.code(value))
    else replaceWhole(source, value, source.code(value))
  }
  for (const statement of demands) removeAssertion(source, statement)
  for (const declaration of declarations) dropDeclaration(source, declaration)
  const construct = source.construct.getStart(source.file)
  for (const value of values)
    source.adopted.push({ maker: calls.get(value) as ts.Node, call: value, construct, isDemand: demands.length > 0 })
}

/** The function that a call calls, if it returns a scope. */
function makerOf(source: Source, call: ts.CallExpression): ts.SignatureDeclaration | undefined {
  const { ts, checker } = source
  const maker = checker.getResolvedSignature(call)?.declaration
  if (!maker || ts.isJSDocSignature(maker)) return undefined
  const returning = returningOf(ts, maker)
  return returning && isScope(source, returnedValue(ts, returning)) ? maker : undefined
}

/** Whether an expression is a chain of nock, or a variable that holds one, in any file. */
function isScope(source: Source, value: ts.Node | undefined): boolean {
  const { ts, checker } = source
  if (value && ts.isIdentifier(value)) {
    const declaration = checker.getSymbolAtLocation(value)?.valueDeclaration
    const made = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
    return made !== undefined && !ts.isIdentifier(made) && isScope(source, made)
  }
  let root = value
  while (root && (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root))) root = root.expression
  const [declaration] = (root && checker.getSymbolAtLocation(root)?.declarations) ?? []
  if (root === value || !declaration) return false
  const statement = ts.findAncestor(declaration, (node) => node.parent && ts.isSourceFile(node.parent))
  return statement !== undefined && moduleOf(source, statement) === 'nock'
}
