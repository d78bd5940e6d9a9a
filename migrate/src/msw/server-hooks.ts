import type ts from 'typescript'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { functionAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import type { MemberCall } from './handlers/uses.ts'

/** The hook of the runner that starts a server once, if a call stands in one. */
export function startHook(source: Source, call: ts.CallExpression): ts.CallExpression | undefined {
  const hook = hookAround(source, call)
  const isOnce = hook && /^(?:before|beforeAll|suiteSetup)$/.test(hook.call.expression.getText(source.file))
  return isOnce ? hook.call : undefined
}

/** Starts mocks by the hook itself: `beforeAll(server)`. */
export function startByRunner(source: Source, { use, call }: MemberCall, hook: ts.CallExpression): void {
  const code = `${hook.expression.getText(source.file)}(${use.text})`
  if (isOnly(source, call, hook)) {
    source.replace(hook, code)
    return
  }
  source.edits.insert(hook.getStart(source.file), `${code}${source.style.semicolon}\n${source.indentOf(hook)}`)
  removeFromHook(source, call)
}

/** Removes a call that the runner's hooks make needless. */
export function removeFromHook(source: Source, call: ts.CallExpression): void {
  if (!removeCall(source, call)) leaveByHand('take this call out of its hook: the hook of the runner does it')
}

/** Whether a hook's callback does nothing but this call. */
function isOnly(source: Source, call: ts.CallExpression, hook: ts.CallExpression): boolean {
  const { ts } = source
  const callback = functionAround(source, call)
  if (!callback || callback.parent !== hook || !('body' in callback) || !callback.body) return false
  const { body } = callback
  if (!ts.isBlock(body)) return body === call || body === call.parent
  return body.statements.length === 1 && !/\/\/\s|\/\*/.test(body.getText(source.file))
}
