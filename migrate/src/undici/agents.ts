import type ts from 'typescript'
import { mergeOptions } from '../declare/allowed-hosts.ts'
import { dropDeclaration, dropItem } from '../declare/override.ts'
import { removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { calleeOf, isAssignment, isInside, nameOf, nodesIn, otherUses, outerOf } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { testAround, testsIn } from '../read/tests.ts'
import { checkOrigin, originCode } from './read-intercept.ts'
import {
  convertMember,
  convertPoolMember,
  heldBy,
  isAgentValue,
  membersNamed,
  type Reference,
  reasonOf,
  VALUES,
} from './values.ts'

const REFUSING =
  'the agent refused other requests here, and mynah does: one that the agent has no answer for any more may reach the network'

export function openAgents(source: Source, references: readonly Reference[]): string {
  const rules = membersNamed(source, /^(?:dis|en)ableNetConnect$/).flatMap(({ expression }) =>
    source.ts.isIdentifier(expression) && isAgentValue(source, expression) ? [expression] : [],
  )
  const made = references.find(({ exported }) => exported === 'MockAgent')
  const options = rules.map((rule) => convertUse(source, rule))
  if (made && rules.length > 0) source.note(made.node, REFUSING)
  return mergeOptions(options)
}

/** Rewrites the uses of agents: the global one is the mocks of the file. Returns the options of `setupMocks` that they stand for. */
export function convertAgents(source: Source): string {
  const { ts, file } = source
  for (const access of nodesIn(ts, file, ts.isPropertyAccessExpression)) convertPoolMember(source, access)
  const given = nodesIn(ts, file, ts.isObjectLiteralElementLike).filter((one) => isOfClient(source, one))
  const isMore = (node: ts.Node) => ts.isCallOrNewExpression(node) && heldBy(source, node) !== 'pool'
  for (const one of given)
    source.attempt(one, () => {
      if (nodesIn(ts, one, isMore).length > 0) leaveByHand(ANSWERED)
      dropItem(source, (one.parent as ts.ObjectLiteralExpression).properties, one)
    })
  for (const { name, parent } of nodesIn(ts, file, ts.isBindingElement))
    if (ts.isIdentifier(name) && heldBy(source, name) === 'agent') dropItem(source, parent.elements, name.parent)
  const isUse = (node: ts.Node) => ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
  const uses = nodesIn(ts, file, isUse).filter((use) => isAgentValue(source, use))
  return mergeOptions(uses.flatMap((use) => (given.some((one) => isInside(use, one)) ? [] : convertUse(source, use))))
}

/** Whether a property hands an agent or a pool to a client: `{ dispatcher: agent }`, `{ factory: () => pool }`. */
function isOfClient(source: Source, property: ts.ObjectLiteralElementLike): boolean {
  const { ts } = source
  const isHeld = (one: ts.Identifier) => /^(?:agent|pool)$/.test(heldBy(source, one) ?? '')
  return /^(?:dispatcher|factory)$/.test(nameOf(ts, property)) && nodesIn(ts, property, ts.isIdentifier).some(isHeld)
}

const MOCK_TYPES = /^(?:Mock(?:Agent|Pool|Client|Interceptor)|Interceptable)$/

/** Rewrites a type, or what makes the agent and sets it. Returns whether it could. */
export function convertReference(source: Source, { exported, node }: Reference): boolean {
  const { ts } = source
  const { parent } = node
  const type = ts.isQualifiedName(parent) ? parent.parent : parent
  if (ts.isTypeReferenceNode(type) && MOCK_TYPES.test(exported))
    return source.attempt(node, () => convertType(source, exported, type))
  const isCalled = ts.isCallOrNewExpression(parent) && parent.expression === node
  if (isCalled && /^(?:MockAgent|[gs]etGlobalDispatcher)$/.test(exported))
    return source.attempt(node, () => {
      const isDropped = removeCall(source, parent) || dropHolder(source, parent)
      if (!isDropped) leaveByHand('write setupMocks(routes) in place of this')
    })
  if (/^(?:MockCallHistory|SnapshotAgent|mockErrors)/.test(exported))
    source.leave(node, `${exported} of undici: see "From undici's MockAgent" in migrating.md`)
  return false
}

function convertType(source: Source, exported: string, type: ts.TypeReferenceNode): void {
  const { ts } = source
  const value = VALUES[exported]
  const whole = ts.isUnionTypeNode(type.parent) ? type.parent : type
  const holder = whole.parent
  // A part of a type that goes as a whole: `MockAgent<MockAgent.Options>`.
  if (ts.isTypeReferenceNode(holder) && VALUES[holder.typeName.getText(source.file)]) return
  const isOne = ts.isUnionTypeNode(whole) && whole.types.every((one) => VALUES[one.getText(source.file)] === value)
  if (value === 'pool') source.replace(isOne ? whole : type, source.name('RestMethods'))
  else if (ts.isPropertySignature(holder) || ts.isPropertyDeclaration(holder))
    dropItem(source, holder.parent.members, holder)
  else if (!ts.isVariableDeclaration(holder))
    leaveByHand(`write the type ${type.getText(source.file)} of undici as Mocks, RestMethods or Stub of mynah`)
  else if (!value) source.edits.replace(holder.name.end, whole.end, '')
}

/** Drops what has the agent, whose uses go too: a variable, or a property that no importer of the file reads. Returns whether it could. */
function dropHolder(source: Source, value: ts.Expression): boolean {
  const { ts } = source
  const { parent } = value
  const isSet = isAssignment(source, parent) && ts.isExpressionStatement(parent.parent)
  const holder = isSet ? parent.left : parent
  const name = 'name' in holder && !ts.isVariableDeclaration(holder) ? (holder.name as ts.Node).getText() : undefined
  if (name && source.rulings.importers().some(({ text }) => text.includes(name))) return false
  const object = ts.isObjectLiteralExpression(parent.parent) ? parent.parent : undefined
  if (ts.isVariableDeclaration(parent)) dropDeclaration(source, parent)
  else if (object && isAssignment(source, object.parent)) dropItem(source, object.properties, parent)
  else if (isSet || ts.isPropertyDeclaration(parent)) source.remove(isSet ? parent.parent : parent)
  else return false
  const variable = ts.isVariableDeclaration(parent) ? parent.name : isSet ? holder : undefined
  for (const { parent: at } of otherUses(source, variable))
    if (ts.isVariableDeclaration(at) && at.name.getText() === holder.getText()) dropDeclaration(source, at)
    else if (isAssignment(source, at) && /^(?:null|undefined)$/.test(at.right.getText())) removeOrLeave(source, at)
  return true
}

function convertUse(source: Source, use: ts.Expression): string {
  const { ts } = source
  const outer = outerOf(source, use)
  const { parent } = outer
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== outer) {
    convertHandedOn(source, use)
    return ''
  }
  const { text } = parent.name
  const call = parent.parent
  let option = ''
  if (!ts.isCallExpression(call) || call.expression !== parent) source.leave(use, reasonOf(text))
  else if (text === 'get') convertPool(source, call)
  else
    source.attempt(use, () => {
      option = convertMember(source, text, call) ?? ''
    })
  return option
}

function convertHandedOn(source: Source, use: ts.Expression): void {
  const { parent } = use
  const setter = calleeOf(source, parent)
  if (/GlobalDispatcher$/.test(setter)) {
    if (testAround(source, use) && testsIn(source).length > 1)
      source.notes.push({ line: source.lineOf(use), reason: OF_ONE_TEST })
    return
  }
  source.attempt(use, () => {
    const isDropped = /\.set\w*(?:Agent|Dispatcher)$/.test(setter) && removeCall(source, parent)
    if (!isDropped && !dropHolder(source, use)) leaveByHand(ANSWERED)
  })
}

const ANSWERED = 'drop this: mynah answers what any dispatcher sends'
const OF_ONE_TEST =
  'the agent answers in this test alone, and these mocks in all of the file: they refuse what another test sends elsewhere'

/** A pool that a chain begins with has gone with it. */
function convertPool(source: Source, call: ts.CallExpression): void {
  const isChained = source.ts.isPropertyAccessExpression(call.parent)
  const [origin] = call.arguments
  if (isChained || !origin) return
  source.attempt(call, () => {
    checkOrigin(source, origin)
    source.replace(call, `${source.name('rest')}.at(${originCode(source, origin)})`)
  })
}
