import type ts from 'typescript'
import { removeAssertion } from '../declare/assertion-counts.ts'
import { dropDeclaration, holderOf, pushedTo, replaceWhole } from '../declare/override.ts'
import { returnedValue, returningOf } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isSetBy, valuesOf } from '../read/constants.ts'
import { moduleOf } from '../read/imports.ts'
import { nodesIn } from '../read/nodes.ts'
import type { Adopted } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { isBase } from './interceptors/chains.ts'
import { countOfUses, type Held, otherUse, type ScopeUses, scopeUses } from './scopes.ts'

/**
 * Drops the variables that hold a scope which a function of any file returns, if all that they are for is `done()`: the function expects
 * its answers. Returns what became of them.
 */
export function convertMade(source: Source, calls: ReadonlyMap<ts.Node, Made>): Map<ts.Symbol, Held> {
  const done = new Map<ts.Symbol, Held>()
  for (const [call, { isBase }] of calls) {
    const name = isBase ? undefined : holderOf(source, call)
    const symbol = name && source.checker.getSymbolAtLocation(name)
    if (!symbol || done.has(symbol)) continue
    const uses = scopeUses(source, name, symbol)
    const isDropped = source.attempt(call, () => dropVariable(source, uses, calls), 1 + countOfUses(uses))
    done.set(symbol, isDropped ? 'dropped' : 'left')
  }
  return done
}

function dropVariable(source: Source, uses: ScopeUses, calls: ReadonlyMap<ts.Node, Made>): void {
  const { symbol, demands, questions, listeners, roots, pushes, throwing, others, declarations } = uses
  if (others.length > 0) leaveByHand(otherUse(uses))
  if (questions.length + listeners.length + roots.length + throwing.length > 0)
    leaveByHand(`have the function return its stub, const stub = rest.get(…), and write mocks.calls(stub) here`)
  const construct = source.construct.getStart(source.file)
  const made: Adopted[] = []
  const values = [
    ...valuesOf(source, symbol).filter((one) => !/^\[\]$/.test(one.getText())),
    ...pushes.flatMap((one) => one.arguments[0] ?? []),
  ]
  for (const value of values) {
    const { maker } = calls.get(value) ?? leaveByHand('declare this scope in a variable of its own')
    made.push({ maker, call: value, construct, isDemand: demands.length > 0 })
    if (pushedTo(source, value)) source.replace(value.parent, source.code(value))
    else replaceWhole(source, value, source.code(value))
  }
  for (const statement of demands) removeAssertion(source, statement)
  for (const declaration of declarations) dropDeclaration(source, declaration)
  source.adopted.push(...made)
}

/** The calls of a file whose functions return a scope, by those functions. */
export function madeCalls(source: Source): Map<ts.CallExpression, Made> {
  const { ts, file } = source
  if (!/\b(?:reply|passthrough|done|isDone)/.test(file.text)) return new Map()
  return new Map(
    nodesIn(ts, file, ts.isCallExpression).flatMap((call) => {
      const made = madeBy(source, call)
      return made ? [[call, made] as const] : []
    }),
  )
}

/** A function of any file that returns a scope. */
export interface Made {
  readonly maker: ts.SignatureDeclaration
  /** Whether the scope has no interceptor. */
  readonly isBase: boolean
  readonly isPersisted: boolean
  /** Whether the function may be called once for each of two answers. */
  readonly isRepeatable: boolean
  /** Whether the function demands what its callers declare: `t.after(() => scope.done())`. */
  readonly isDemanded: boolean
}

/** The function that a call calls, if it returns a scope. */
function madeBy(source: Source, call: ts.CallExpression): Made | undefined {
  const { ts, checker } = source
  const maker = checker.getResolvedSignature(call)?.declaration
  if (!maker || ts.isJSDocSignature(maker)) return undefined
  const returning = returningOf(ts, maker)
  const value = returning && returnedValue(ts, returning)
  const names = value && scopeNames(source, value)
  if (!value || !names) return undefined
  const isHeld = ts.isIdentifier(value)
  const isMaking = (node: ts.Node) => ts.isCallExpression(node) || ts.isNewExpression(node) || isSetBy(source, node)
  const statements = 'body' in maker && maker.body && ts.isBlock(maker.body) ? maker.body.statements : []
  const isPlain = statements.every(
    (one) => ts.isVariableStatement(one) || ts.isReturnStatement(one) || /\.done\(\)/.test(one.getText()),
  )
  return {
    maker,
    isBase: isBase(names.map((name) => ({ name }))),
    isPersisted: names.includes('persist'),
    isRepeatable: isPlain && !call.arguments.some((one) => nodesIn(ts, one, isMaking).length > 0),
    isDemanded: isHeld && new RegExp(String.raw`\b${value.text}\.(?:done|isDone)\(`).test(maker.getText()),
  }
}

/** The names of the calls behind `nock(base)`, or behind that in a variable, in any file. */
function scopeNames(source: Source, value: ts.Node): string[] | undefined {
  const { ts, checker } = source
  if (ts.isIdentifier(value)) {
    const declaration = checker.getSymbolAtLocation(value)?.valueDeclaration
    const made = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
    return made && !ts.isIdentifier(made) ? scopeNames(source, made) : undefined
  }
  const names: string[] = []
  let root = value
  let isCalled = false
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) {
    isCalled = ts.isCallExpression(root)
    if (ts.isPropertyAccessExpression(root)) names.push(root.name.text)
    root = root.expression
  }
  const [declaration] = checker.getSymbolAtLocation(root)?.declarations ?? []
  if (!isCalled || !declaration) return undefined
  const statement = ts.findAncestor(declaration, (node) => node.parent && ts.isSourceFile(node.parent))
  return statement && moduleOf(source, statement) === 'nock' ? names : undefined
}
