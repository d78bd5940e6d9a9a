import type ts from 'typescript'
import type { Declarer } from '../declare/declarer.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Chain, chainFrom, functionAround, isOncePerFile, propertyOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline } from '../request/resolver.ts'
import { answersOf } from './read-answers.ts'
import { isGlobalFetch } from './roots.ts'

const SPY = /^(?:jest|vi|vitest|mock)\.spyOn$/
const GLOBAL = /^(?:global|globalThis|window|self)$/
const FN = /^(?:jest|vi|vitest)\.fn$/

/** Where a file puts a function in place of fetch. */
export interface Install {
  /** The assignment, the call of `stubGlobal`, or the call of the spy with its answers. */
  readonly node: ts.Expression
  /** The calls that make the function; `undefined` if fetch gets another value. */
  readonly chain: Chain | undefined
  /** The variable that holds the function. */
  readonly name: ts.Symbol | undefined
  /** What belongs to it, for which nothing else has to be done. */
  readonly nodes: readonly ts.Node[]
  /** Where the variable gets the function, if its declaration does not say so. */
  readonly assignment?: ts.BinaryExpression | undefined
  /** Why it has to stay. */
  readonly reason?: string | undefined
}

/** Returns the places at which a file puts functions in place of fetch; none if it does so in another way only. */
export function installsOf(source: Source): Install[] {
  const { ts } = source
  const found: Install[] = []
  const visit = (node: ts.Node): void => {
    const install = ts.isExpression(node) ? (assignmentOf(source, node) ?? spyOf(source, node)) : undefined
    if (install) found.push(install)
    else ts.forEachChild(node, visit)
  }
  visit(source.file)
  return found.some(({ chain, reason }) => chain ?? reason) ? found : []
}

/** `global.fetch = value`, `vi.stubGlobal('fetch', value)`. */
function assignmentOf(source: Source, node: ts.Expression): Install | undefined {
  const { ts } = source
  const isAssigned = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
  if (isAssigned && isGlobalFetch(source, node.left)) return installed(source, node, node.right)
  if (ts.isCallExpression(node) && node.expression.getText(source.file) === 'Object.defineProperty') {
    const [owner, key, descriptor] = node.arguments
    const isFetch =
      GLOBAL.test(owner?.getText(source.file) ?? '') && /^['"]fetch['"]$/.test(key?.getText(source.file) ?? '')
    const value =
      isFetch && descriptor && ts.isObjectLiteralExpression(descriptor)
        ? propertyOf(source, descriptor, 'value')
        : undefined
    return value && installed(source, node, value)
  }
  if (!ts.isCallExpression(node) || !/\.stubGlobal$/.test(node.expression.getText(source.file))) return undefined
  const [name, value] = node.arguments
  return name && value && /^['"]fetch['"]$/.test(name.getText(source.file)) ? installed(source, node, value) : undefined
}

function installed(source: Source, node: ts.Expression, value: ts.Expression): Install {
  const { ts } = source
  const inner = unwrapped(source, value)
  const symbol = ts.isIdentifier(inner) ? source.checker.getSymbolAtLocation(inner) : undefined
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !ts.isVariableDeclaration(declaration))
    return { node, chain: madeBy(source, inner) ?? handwrittenFunction(source, inner), name: undefined, nodes: [node] }
  const [assignment, ...others] = assignmentsTo(source, symbol, inner.getText(source.file))
  const made = declaration.initializer ?? (others.length === 0 ? assignment?.right : undefined)
  const chain = made && madeBy(source, unwrapped(source, made))
  // Of several functions, the file shows one of them in place of fetch: what it does with the others is not known.
  const isUnknown = assignment && (declaration.initializer || others.length > 0)
  if (!chain || isUnknown)
    return { node, chain, name: undefined, nodes: [node], reason: isUnknown ? SEVERAL : undefined }
  return { node, chain, name: symbol, nodes: [node, declaration, ...(assignment ? [assignment] : [])], assignment }
}

const SEVERAL = 'this variable holds several functions in place of fetch: write each as mocks.use.all(/.*/, payload)'

function assignmentsTo(source: Source, symbol: ts.Symbol, name: string): ts.BinaryExpression[] {
  const { ts } = source
  return usesOf(source, symbol, name).flatMap((use) => {
    const { parent } = use
    const isTarget =
      ts.isBinaryExpression(parent) && parent.left === use && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    return isTarget ? [parent] : []
  })
}

function unwrapped({ ts }: Source, node: ts.Expression): ts.Expression {
  let inner = node
  while (ts.isAsExpression(inner) || ts.isParenthesizedExpression(inner)) inner = inner.expression
  return inner
}

/** A function that is no mock, unless it makes requests itself. */
function handwrittenFunction(source: Source, node: ts.Expression): Chain | undefined {
  if (!isInline(source, node) || node.parameters.some(({ dotDotDotToken }) => dotDotDotToken)) return undefined
  if (/fetch|import\(|require\(|https?\./i.test(node.body.getText(source.file))) return undefined
  return { root: node, links: [{ name: 'fn', args: [node], node }], node }
}

/** `jest.fn(…)` and what follows it. */
function madeBy(source: Source, node: ts.Expression): Chain | undefined {
  const { ts } = source
  let root = node
  while (
    ts.isCallExpression(root) &&
    ts.isPropertyAccessExpression(root.expression) &&
    !FN.test(textOf(root.expression))
  )
    root = root.expression.expression
  if (!ts.isCallExpression(root) || !FN.test(textOf(root.expression))) return undefined
  const chain = chainFrom(source, root)
  return { ...chain, links: [{ name: 'fn', args: root.arguments, node: root }, ...chain.links] }

  function textOf(callee: ts.Expression): string {
    return callee.getText(source.file)
  }
}

/** `vi.spyOn(globalThis, 'fetch')` and what follows it. */
function spyOf(source: Source, node: ts.Expression): Install | undefined {
  const { ts } = source
  if (!ts.isCallExpression(node) || !SPY.test(node.expression.getText(source.file))) return undefined
  const [owner, name] = node.arguments
  const isFetch = name && /^['"]fetch['"]$/.test(name.getText(source.file))
  if (!isFetch || !GLOBAL.test(owner?.getText(source.file) ?? '')) return undefined
  const chain = chainFrom(source, node)
  const { parent } = chain.node
  const symbol = ts.isVariableDeclaration(parent) ? source.checker.getSymbolAtLocation(parent.name) : undefined
  return { node: chain.node, chain, name: symbol, nodes: [symbol ? parent : chain.node] }
}

const ELSEWHERE = 'declare this answer where fetch gets it: mocks.use.all(/.*/, payload)'

/** Declares the answers of the function in its place, or takes it away if it has none. */
export function convertInstall(source: Source, install: Install, declarer: Declarer, mocks: string): void {
  const { ts } = source
  const { node, chain, name, assignment, reason } = install
  if (!chain) {
    leaveByHand(reason ?? 'the hooks of the runner restore fetch: take this away, and what keeps the real one')
    return
  }
  if (chain.links.length === 0) leaveByHand('a spy without an answer lets requests through: passthrough does so here')
  const answers = answersOf(source, chain.links)
  const declaration = name?.valueDeclaration
  const isHeld = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer !== node
  if (isHeld && answers.length > 0 && isOncePerFile(source, declaration) && !isOncePerFile(source, node))
    leaveByHand(ELSEWHERE)
  if (assignment && answers.length > 0 && functionAround(source, assignment) !== functionAround(source, node))
    leaveByHand(ELSEWHERE)
  if (assignment && !removeCall(source, assignment))
    leaveByHand('take this away: fetch is mocked while the mocks are started')
  if (answers.length > 0) declarer.declare({ ...chain, node }, answers, false, mocks)
  else if (!isHeld && declaration && ts.isVariableDeclaration(declaration)) dropDeclaration(source, declaration)
  else if (!removeCall(source, node)) leaveByHand('take this away: fetch is mocked while the mocks are started')
  if (isHeld && !source.removed.has(declaration.parent.parent)) dropDeclaration(source, declaration)
}
