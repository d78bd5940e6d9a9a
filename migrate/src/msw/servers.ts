import type ts from 'typescript'
import { UNDECLARED } from '../declare/differences.ts'
import { bindingsOf, originalOf } from '../read/imports.ts'
import { nodesIn, propertyOf } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import { declaredValue, exportOf, type MemberCall } from './handlers/uses.ts'

/** A server of msw that a file sets up, imports from a module that does, takes as a parameter, or holds in a variable of such a type. */
export interface Server {
  /** Nothing if the file does nothing but export it. */
  readonly name: ts.Identifier | undefined
  readonly setup: ts.CallExpression | undefined
  readonly module: string
}

export function serversOf(source: Source): Server[] {
  const { ts, file } = source
  const found = nodesIn(ts, file, ts.isCallExpression).flatMap((setup): Server[] => {
    const owner = isSetup(source, setup) ? ownerOf(source, setup) : undefined
    return owner ? [{ name: owner.name, setup, module: file.fileName }] : []
  })
  for (const { name, symbol } of bindingsOf(source, /./)) {
    const original = originalOf(source, symbol)
    const setup = declaredValue(source, original?.valueDeclaration ?? original?.declarations?.[0])
    if (setup && isSetup(source, setup)) found.push({ name, setup: undefined, module: setup.getSourceFile().fileName })
  }
  const isTyped = (node: ts.Node) => ts.isParameter(node) || (ts.isVariableDeclaration(node) && !node.initializer)
  for (const node of nodesIn(ts, file, isTyped)) {
    const { name, type } = node as ts.ParameterDeclaration | ts.VariableDeclaration
    const isKnown = found.some((one) => one.name?.text === name.getText() && one.setup)
    if (type && !isKnown && ts.isIdentifier(name) && SERVER.test(type.getText()))
      found.push({ name, setup: undefined, module: '' })
  }
  return found
}

function ownerOf({ ts }: Source, { parent }: ts.Node): { readonly name?: ts.Identifier } | undefined {
  if (ts.isExportAssignment(parent)) return {}
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) ? { name: parent.name } : undefined
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  if (ts.isIdentifier(parent.left)) return { name: parent.left }
  return /^(?:module\.)?exports\b/.test(parent.left.getText()) ? {} : undefined
}

const SERVER = /^(?:SetupServer(?:Api)?|SetupWorker(?:Api)?|ReturnType<typeof setup(?:Server|Worker)>)$/

function isSetup(source: Source, node: ts.Node): boolean {
  const maker = source.ts.isCallExpression(node) ? node.expression : undefined
  return /^setup(?:Server|Worker)$/.test(exportOf(source, maker) ?? '')
}

/** What `onUnhandledRequest` stands for: the option of `setupMocks`, or nothing if both do the same. */
export interface Policy {
  readonly kind: 'same' | 'absent' | 'worker' | 'function' | 'unknown' | 'option'
  readonly option?: string
}

const NAMES = ['onUnhandledRequest', 'onUnhandledFrame']

/** A worker without the option warns; so do its mocks, by the option of their setup. */
export function policyOf(source: Source, { member, call }: Pick<MemberCall, 'member' | 'call'>): Policy {
  const { ts } = source
  const [options] = call.arguments
  const object = options && ts.isObjectLiteralExpression(options) ? options : undefined
  const isMethod = object?.properties.some((one) => ts.isMethodDeclaration(one) && NAMES.includes(one.name.getText()))
  const [value] = NAMES.flatMap((name) => (object && propertyOf(source, object, name)) ?? [])
  if (isMethod || (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)))) return { kind: 'function' }
  if (options && (!object || (!value && object.properties.some(ts.isSpreadAssignment)))) return { kind: 'unknown' }
  if (!value) return { kind: member === 'listen' ? 'absent' : 'worker' }
  const text = ts.isStringLiteralLike(value) ? value.text : ''
  if (text === 'error') return { kind: 'same' }
  const policies: Readonly<Record<string, string>> = { warn: 'warn', bypass: 'passthrough' }
  const policy = policies[text]
  return policy ? { kind: 'option', option: `{ onUnmatched: ${source.quote(policy)} }` } : { kind: 'unknown' }
}

const NOTES: Readonly<Record<string, string>> = {
  absent:
    "msw warns of a request without a handler, and lets it pass; mynah fails its test, unless setupMocks has { onUnmatched: 'warn' }",
  function: 'mynah fails each request without a stub: let some pass by onUnmatched: (request) => …, or passthrough',
}

/** msw's default lets a request pass, with a warning. `module` sets the server up, if it is another one. */
export function checkPolicy(source: Source, call: ts.CallExpression, policy?: Policy, module?: string): void {
  if (policy?.kind === 'same') source.notes.push({ line: source.lineOf(call), reason: UNDECLARED })
  const note = NOTES[policy?.kind ?? '']
  if (note) source.note(hookAround(source, call)?.call ?? call, note)
  if (policy?.kind === 'unknown') leaveByHand('write it as the option onUnmatched of setupMocks')
  if (policy?.option === undefined || module === undefined) return
  source.policies.set(module, policy.option)
  if (!source.rulings.isPolicyTold) leaveByHand(`setupMocks needs the option ${policy.option}`)
}
