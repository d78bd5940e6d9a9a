import type ts from 'typescript'
import type { Declarer } from '../declare/declarer.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeOrLeave } from '../declare/remove-call.ts'
import { checkResult } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Chain, calleeOf, chainFrom, functionAround, innerOf, isAssignment, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isOncePerFile } from '../read/tests.ts'
import { isInline } from '../request/resolver.ts'
import { leaveSetup } from './control.ts'
import { answersOf } from './read-answers.ts'
import { removeRestore } from './restores.ts'
import { assignmentsTo, GLOBAL, isGlobalFetch } from './roots.ts'

const SPY = /^(?:(?:jest|vi|vitest)\.)?spyOn$|^(?:\w+\.)?mock\.method$/
const FN = /^(?:jest|vi|vitest|(?:\w+\.)?mock)\.fn$/

/** Where a file puts a function in place of fetch. */
interface Install {
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
  /** What fetch gets, if that is no function of these. */
  readonly value?: ts.Expression | undefined
  /** Whether it is a spy, whose answers may come later. */
  readonly isSpy?: boolean
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

/** Whether a file does nothing about fetch but to put a function without answers in its place, once: `global.fetch = jest.fn()`. */
export function isBareInstall(source: Source): boolean {
  const installs = installsOf(source)
  return (
    installs.length > 0 &&
    installs.every(({ node, chain }) => {
      const [fn, ...others] = chain?.links ?? []
      const isBare = fn?.name === 'fn' && fn.args.length === 0 && others.length === 0
      return isBare && isAssignment(source, node) && isOncePerFile(source, node)
    })
  )
}

/** `global.fetch = value`, `vi.stubGlobal('fetch', value)`. */
function assignmentOf(source: Source, node: ts.Expression): Install | undefined {
  const { ts } = source
  if (isAssignment(source, node) && isGlobalFetch(source, node.left)) return installed(source, node, node.right)
  if (!ts.isCallExpression(node)) return undefined
  const [first, second, descriptor] = node.arguments
  const callee = calleeOf(source, node)
  if (callee === 'Object.defineProperty') {
    const isFetch = GLOBAL.test(first?.getText(source.file) ?? '') && isFetchName(source, second)
    const object = isFetch && descriptor && ts.isObjectLiteralExpression(descriptor) ? descriptor : undefined
    const value = object && propertyOf(source, object, 'value')
    return value && installed(source, node, value)
  }
  const isStubbed = /\.stubGlobal$/.test(callee) && isFetchName(source, first)
  return isStubbed && second ? installed(source, node, second) : undefined
}

function isFetchName({ file }: Source, name: ts.Node | undefined): boolean {
  return /^['"]fetch['"]$/.test(name?.getText(file) ?? '')
}

function installed(source: Source, node: ts.Expression, value: ts.Expression): Install {
  const { ts } = source
  const inner = innerOf(source, value)
  const symbol = ts.isIdentifier(inner) ? source.checker.getSymbolAtLocation(inner) : undefined
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !ts.isVariableDeclaration(declaration)) {
    const chain = madeBy(source, inner) ?? handwrittenFunction(source, inner)
    return { node, chain, name: undefined, nodes: [node], value: inner }
  }
  const [assignment, ...others] = assignmentsTo(source, symbol)
  const made = declaration.initializer ?? (others.length === 0 ? assignment?.right : undefined)
  const chain = made && madeBy(source, innerOf(source, made))
  // Of several functions, the file shows one of them in place of fetch: what it does with the others is not known.
  const isUnknown = assignment && (declaration.initializer || others.length > 0)
  if (!chain || isUnknown)
    return { node, chain, name: undefined, nodes: [node], value: inner, reason: isUnknown ? SEVERAL : undefined }
  return { node, chain, name: symbol, nodes: [node, declaration, ...(assignment ? [assignment] : [])], assignment }
}

const SEVERAL = 'this variable holds several functions in place of fetch: write each as mocks.use.all(/.*/, payload)'

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
    !FN.test(calleeOf(source, root))
  )
    root = root.expression.expression
  if (!ts.isCallExpression(root) || !FN.test(calleeOf(source, root))) return undefined
  const chain = chainFrom(source, root)
  return { ...chain, links: [{ name: 'fn', args: root.arguments, node: root }, ...chain.links] }
}

/** `vi.spyOn(globalThis, 'fetch')` and what follows it. */
function spyOf(source: Source, node: ts.Expression): Install | undefined {
  const { ts } = source
  if (!ts.isCallExpression(node) || !SPY.test(calleeOf(source, node))) return undefined
  const [owner, name, ...answer] = node.arguments
  if (!isFetchName(source, name) || !GLOBAL.test(owner?.getText(source.file) ?? '')) return undefined
  const calls = chainFrom(source, node)
  const chain = answer.length === 0 ? calls : { ...calls, links: [{ name: 'fn', args: answer, node }, ...calls.links] }
  const { parent } = chain.node
  const target = ts.isVariableDeclaration(parent) ? parent.name : isAssignment(source, parent) ? parent.left : undefined
  const symbol = target && source.checker.getSymbolAtLocation(target)
  const declaration = symbol?.valueDeclaration
  const isOther = symbol && assignmentsTo(source, symbol).some(({ right }) => !SPIED.test(right.getText()))
  return {
    node: chain.node,
    chain,
    name: symbol,
    nodes: [symbol ? parent : chain.node, ...(declaration ? [declaration] : [])],
    isSpy: true,
    reason: isOther ? SEVERAL : undefined,
  }
}

const SPIED = /\b(?:spyOn|mock\.method)\((?:global|globalThis|window|self), ['"]fetch['"]/

const MOCKED = 'fetch is mocked while the mocks are started'
const ELSEWHERE = 'declare this answer where fetch gets it: mocks.use.all(/.*/, payload)'

/** Declares the answers of the function in its place, or removes it if it has none. `isAnswered` tells whether the file has others. */
export function convertInstall(
  source: Source,
  install: Install,
  declarer: Declarer,
  mocks: string,
  isAnswered: boolean,
): void {
  const { ts } = source
  const { node, chain, name, assignment, value, isSpy, reason } = install
  if (reason) leaveByHand(reason)
  leaveSetup(source, node)
  if (!chain) {
    if (!value || !removeRestore(source, node, value))
      leaveByHand('the hooks of the runner restore fetch: remove this, and what keeps the real one')
    return
  }
  if (chain.links.length === 0 && !isAnswered)
    leaveByHand('a spy without an answer lets requests through: passthrough does so here')
  const answers = answersOf(source, chain.links)
  if (answers.length === 0 && !isAnswered) leaveSetup(source, node, true)
  const declaration = name?.valueDeclaration
  const isHeld = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer !== node
  if (isHeld && !isSpy && answers.length > 0 && isOncePerFile(source, declaration) && !isOncePerFile(source, node))
    leaveByHand(ELSEWHERE)
  if (assignment && answers.length > 0 && functionAround(source, assignment) !== functionAround(source, node))
    leaveByHand(ELSEWHERE)
  if (assignment) removeOrLeave(source, assignment, MOCKED)
  if (answers.length > 0) {
    checkResult(source, node)
    declarer.declare({ ...chain, node }, answers, false, mocks)
  } else if (!isHeld && declaration && ts.isVariableDeclaration(declaration)) dropDeclaration(source, declaration)
  else removeOrLeave(source, isAssignment(source, node.parent) && isSpy ? node.parent : node, MOCKED)
  if (isHeld && !source.removed.has(declaration.parent.parent)) dropDeclaration(source, declaration)
}
