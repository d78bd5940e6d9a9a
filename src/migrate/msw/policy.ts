import type ts from 'typescript'
import { ByHand, leaveByHand } from '../layout/by-hand.ts'
import { hookAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline } from '../request/resolver.ts'
import type { MemberCall } from './handlers/uses.ts'
import { BY_HAND, type Listener, policyOfFunction } from './policy-function.ts'

/** What `onUnhandledRequest` stands for: the option of `setupMocks`, or nothing if both do the same. */
export interface Policy {
  readonly kind: 'same' | 'absent' | 'worker' | 'unknown' | 'option'
  readonly option?: string
}

/** A worker without the option warns; so do its mocks, by the option of their setup. */
export function policyOf(source: Source, { member, call }: MemberCall): Policy {
  const { ts } = source
  const [options] = call.arguments
  const isObject = options !== undefined && ts.isObjectLiteralExpression(options)
  const field = isObject
    ? options.properties.find((one) => /^onUnhandled(?:Request|Frame)$/.test(one.name?.getText(source.file) ?? ''))
    : undefined
  if (!options || (isObject && !field)) return { kind: member === 'listen' ? 'absent' : 'worker' }
  if (field && ts.isMethodDeclaration(field)) return functionPolicy(source, field)
  const value = field && ts.isPropertyAssignment(field) ? field.initializer : undefined
  if (isInline(source, value)) return functionPolicy(source, value)
  const text = value && ts.isStringLiteralLike(value) ? value.text : ''
  if (text === 'error') return { kind: 'same' }
  const policies: Readonly<Record<string, string>> = { warn: 'warn', bypass: 'passthrough' }
  const policy = policies[text]
  return policy ? { kind: 'option', option: `{ onUnmatched: ${source.quote(policy)} }` } : { kind: 'unknown' }
}

function functionPolicy(source: Source, value: Listener): Policy {
  const undo = source.edits.snapshot()
  try {
    const { policy, code } = policyOfFunction(source, value)
    if (policy === 'error') return { kind: 'same' }
    return { kind: 'option', option: `{ onUnmatched: ${code ?? source.quote('warn')} }` }
  } catch (error) {
    if (!(error instanceof ByHand)) throw error
    undo()
    return { kind: 'unknown' }
  }
}

/** msw's default lets a request pass, with a warning. */
export function checkPolicy(
  source: Source,
  call: ts.CallExpression,
  policy: Policy | undefined,
  hasSetup: boolean,
): void {
  if (policy?.kind === 'absent') {
    const advice = "mynah fails its test, unless setupMocks has { onUnmatched: 'warn' }"
    const place = hookAround(source, call)?.call ?? call
    source.note(place, `msw warns of a request without a handler, and lets it pass; ${advice}`)
  }
  if (policy?.kind === 'unknown') leaveByHand(BY_HAND)
  if (policy?.kind === 'option' && !hasSetup) leaveByHand(`setupMocks needs the option ${policy.option}`)
}
