import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import { isInline } from '../request/resolver.ts'
import type { MemberCall } from './handlers/uses.ts'
import { BY_HAND, type Listener, policyOfFunction } from './policy-function.ts'

/** What `onUnhandledRequest` stands for: the option of `setupMocks`, or nothing if both do the same. */
export interface Policy {
  readonly kind: 'same' | 'absent' | 'worker' | 'unknown' | 'option'
  readonly option?: string
  readonly note?: string
}

/** A worker without the option warns; so do its mocks, by the option of their setup. */
export function policyOf(source: Source, { member, call }: Pick<MemberCall, 'member' | 'call'>): Policy {
  const { ts } = source
  const [options] = call.arguments
  const isObject = options !== undefined && ts.isObjectLiteralExpression(options)
  const field = isObject
    ? options.properties.find((one) => /^onUnhandled(?:Request|Frame)$/.test(one.name?.getText(source.file) ?? ''))
    : undefined
  if (isObject && !field && options.properties.some(ts.isSpreadAssignment)) return { kind: 'unknown' }
  if (!options || (isObject && !field)) return { kind: /^(?:listen|enable)$/.test(member) ? 'absent' : 'worker' }
  if (field && ts.isMethodDeclaration(field)) return functionPolicy(source, field)
  const value = field && ts.isPropertyAssignment(field) ? field.initializer : undefined
  if (isInline(source, value)) return functionPolicy(source, value)
  const text = value && ts.isStringLiteralLike(value) ? value.text : ''
  if (text === 'error') return { kind: 'same' }
  const policies: Readonly<Record<string, string>> = { warn: 'warn', bypass: 'passthrough' }
  const policy = policies[text]
  return policy ? { kind: 'option', option: `{ onUnmatched: ${source.quote(policy)} }` } : { kind: 'unknown' }
}

const PRINTED = 'error() only prints in msw 3 and the last versions of msw 2, and the request passes; here it fails'

function functionPolicy(source: Source, value: Listener): Policy {
  let found: ReturnType<typeof policyOfFunction> = {}
  const refusal = source.refusalOf(() => {
    found = policyOfFunction(source, value)
  })
  if (refusal !== undefined) return { kind: 'unknown' }
  const note = /\.error\(\)/.test(value.getText(source.file)) ? { note: PRINTED } : {}
  if (found.policy === 'error') return { kind: 'same', ...note }
  return { ...note, kind: 'option', option: `{ onUnmatched: ${found.code ?? source.quote('warn')} }` }
}

/** msw's default lets a request pass, with a warning. `module` sets the server up, if it is another one. */
export function checkPolicy(
  source: Source,
  call: ts.CallExpression,
  policy: Policy | undefined,
  module: string | undefined,
): void {
  const advice = "mynah fails its test, unless setupMocks has { onUnmatched: 'warn' }"
  const note =
    policy?.kind === 'absent' ? `msw warns of a request without a handler, and lets it pass; ${advice}` : policy?.note
  if (note) source.note(hookAround(source, call)?.call ?? call, note)
  if (policy?.kind === 'unknown') leaveByHand(BY_HAND)
  if (policy?.option === undefined || module === undefined) return
  source.policies.set(module, policy.option)
  if (!source.rulings.isPolicyTold) leaveByHand(`setupMocks needs the option ${policy.option}`)
}
