import { RUNNERS } from '#runners'
import { refuseCall } from '../core/refusal.ts'
import { checkHidden, checkRoutes } from '../core/stub/check-routes.ts'
import { callOf } from '../core/stub/correction.ts'
import type { Stub } from '../core/stub/stub.ts'
import { warnOnDocsPage } from './docs-page.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type HookUndo, toUndo } from './undo.ts'

type Member = 'use' | 'expect'

/** Overrides all other stubs. Returns the undo. */
export function useStubs(lifecycle: Lifecycle, stubs: readonly Stub[]): HookUndo {
  checkRoutes(stubs, 'mocks.use')
  checkHidden(stubs)
  const { layers } = lifecycle.changing('mocks.use(…)')
  warnOnDocsPage(lifecycle, layers.overrides, stubs)
  return undoOf('use', stubs, layers.add(stubs))
}

/** Overrides all other stubs, and expects a request for each. Returns the undo. */
export function expectStubs(lifecycle: Lifecycle, stubs: readonly Stub[]): HookUndo {
  checkRoutes(stubs, 'mocks.expect')
  return undoOf('expect', stubs, lifecycle.changing('mocks.expect(…)').expect(stubs))
}

/**
 * Returns the undo of an override. It refuses to be a hook that runs before tests: `beforeEach(mocks.use(stub))` would remove
 * the stub where it should add it.
 */
function undoOf(member: Member, stubs: readonly Stub[], undo: () => void): HookUndo {
  const act = toUndo(undo, (self, context) => {
    const [stub] = stubs
    // Only a sure sign counts: the same function in an `afterEach` is right.
    if (!stub || !RUNNERS.some((runner) => runner.isBefore?.(act, self, context))) return
    refuseHook(member, stub)
  })
  return act as HookUndo
}

function refuseHook(member: Member, stub: Stub): never {
  const call = callOf(stub)
  // A stub that the member itself has declared.
  const isDeclared = stub.parts.declarer.caller === `mocks.${member}`
  const written = isDeclared ? `${call})` : `mocks.${member}(${call}))`
  const corrected = isDeclared ? `${call}, …)` : `mocks.${member}(${call}, …))`
  refuseCall(written, 'its undo was given to a hook that runs before the tests', `beforeEach(() => ${corrected})`)
}
