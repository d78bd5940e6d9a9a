import { RUNNERS } from '#runners'
import { refuseCall } from '../core/refusal.ts'
import { callOf } from '../core/stub/correction.ts'
import type { Stub } from '../core/stub/stub.ts'
import { warnOnce } from '../runtime/warn-once.ts'
import { type HookUndo, toUndo, type Undo } from './undo.ts'

type Member = 'use' | 'expect'

/**
 * Warns, once for each stub, of an override that is put in place while the tests of a file are collected.
 * `willBeReset`: the hooks of the mocks are registered, and none has run yet, so that the first test's end removes the override.
 */
export function warnMisplaced(member: Member, stubs: readonly Stub[], willBeReset: boolean): void {
  const [stub] = stubs
  if (!stub || !(willBeReset || RUNNERS.some((runner) => runner.isInDescribe?.()))) return
  const { written, corrected } = wordCall(member, stub)
  const effect = willBeReset ? 'the end of the first test removes it' : 'it holds for each test of the file'
  warnOnce(stub, `mynah: ${written} was called while the tests were collected: ${effect}\n\nWrite  ${corrected}`)
}

/**
 * Returns the undo of an override. It refuses to be a hook that runs before tests: `beforeEach(mocks.use(stub))` would remove
 * the stub where it should add it.
 */
export function undoOf(member: Member, stubs: readonly Stub[], undo: () => void): HookUndo {
  const act: Undo = toUndo(undo, (self, context) => {
    const [stub] = stubs
    // Only a sure sign counts: the same function in an `afterEach` is right.
    if (!stub || !RUNNERS.some((runner) => runner.isBefore?.(act, self, context))) return
    const { written, corrected } = wordCall(member, stub)
    refuseCall(written, 'its undo was given to a hook that runs before the tests', corrected)
  })
  return act as HookUndo
}

function wordCall(member: Member, stub: Stub): { readonly written: string; readonly corrected: string } {
  const call = callOf(stub)
  // A stub that the member itself has declared.
  if (stub.parts.declarer.caller === `mocks.${member}`) {
    return { written: `${call})`, corrected: `beforeEach(() => ${call}, …))` }
  }
  return {
    written: `mocks.${member}(${call}))`,
    corrected: `beforeEach(() => mocks.${member}(${call}, …)))`,
  }
}
