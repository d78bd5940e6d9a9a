import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import type { MemberCall } from './handlers/uses.ts'

/** What `onUnhandledRequest` stands for: the option of `setupMocks`, or nothing if both do the same. */
export interface Policy {
  readonly kind: 'same' | 'absent' | 'worker' | 'function' | 'unknown' | 'option'
  readonly option?: string
}

const NAMES = ['onUnhandledRequest', 'onUnhandledFrame']
const BY_HAND = 'write it as the option onUnmatched of setupMocks'

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

const HANDLED =
  'a request without a stub fails its test here, also where its client handles the error: declare it, if need be with networkError()'

const NOTES: Readonly<Record<string, string>> = {
  absent:
    "msw warns of a request without a handler, and lets it pass; mynah fails its test, unless setupMocks has { onUnmatched: 'warn' }",
  function: 'mynah fails each request without a stub: let some pass by onUnmatched: (request) => …, or passthrough',
}

/** msw's default lets a request pass, with a warning. `module` sets the server up, if it is another one. */
export function checkPolicy(source: Source, call: ts.CallExpression, policy?: Policy, module?: string): void {
  if (policy?.kind === 'same') source.notes.push({ line: source.lineOf(call), reason: HANDLED })
  const note = NOTES[policy?.kind ?? '']
  if (note) source.note(hookAround(source, call)?.call ?? call, note)
  if (policy?.kind === 'unknown') leaveByHand(BY_HAND)
  if (policy?.option === undefined || module === undefined) return
  source.policies.set(module, policy.option)
  if (!source.rulings.isPolicyTold) leaveByHand(`setupMocks needs the option ${policy.option}`)
}
