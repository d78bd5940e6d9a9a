import { RUNNERS } from '#runners'
import { refuseCall } from '../core/refusal.ts'
import { checkHidden, checkRoutes } from '../core/stub/check-routes.ts'
import { callOf } from '../core/stub/correction.ts'
import { copyStub } from '../core/stub/define-stub.ts'
import type { Stub } from '../core/stub/stub.ts'
import { nextTask } from '../runtime/event-loop.ts'
import type { Lifecycle } from './lifecycle.ts'
import { isCleanup } from './runner/hooks.ts'
import { expectedError } from './session/expected-error.ts'
import type { Session } from './session/session.ts'
import { type HookUndo, toUndo } from './undo.ts'

type Member = 'use' | 'expect'

/** Overrides all other stubs. Returns the undo. */
export function useStubs(lifecycle: Lifecycle, stubs: readonly Stub[]): HookUndo {
  checkRoutes(stubs, 'mocks.use')
  checkHidden(stubs)
  const session = lifecycle.changing('mocks.use(…)')
  for (const runner of RUNNERS) runner.overriding?.(lifecycle, session.layers.overrides, stubs)
  return undoOf('use', stubs, session, { remove: session.layers.add(stubs) })
}

/** Overrides all other stubs, and expects a request for each. Returns the undo. */
export function expectStubs(lifecycle: Lifecycle, stubs: readonly Stub[]): HookUndo {
  checkRoutes(stubs, 'mocks.expect')
  const session = lifecycle.changing('mocks.expect(…)')
  return undoOf('expect', stubs, session, session.expect(stubs.map(toExpectation), expectedError))
}

/** Ends an override. After `withdraw`, the expected requests need not come. */
interface OverrideActs {
  readonly remove: () => void
  readonly withdraw?: () => void
}

/**
 * Returns the undo of an override.
 *
 * Vitest calls it after the test if a hook returns it: `beforeEach(() => mocks.expect(stub))`. The expectation then still has to fail
 * the test, and the stubs stay for the requests that the test has sent and does not await.
 *
 * The undo refuses to be a hook that runs before tests: `beforeEach(mocks.use(stub))` would remove the stub where it should add it.
 */
function undoOf(
  member: Member,
  stubs: readonly Stub[],
  session: Session,
  { remove, withdraw }: OverrideActs,
): HookUndo {
  const end = () => {
    // The end of an `isolate` comes before that of its test.
    const isAfterTest = !session.isIsolated && isCleanup()
    if (!isAfterTest) withdraw?.()
    // The runner awaits the promise.
    return isAfterTest === true ? nextTask().then(remove) : remove()
  }
  const act = toUndo(end, (self, context) => {
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

/**
 * Makes an expectation of a stub: a copy that answers once, unless the stub has `times`. It is a copy since the same stub
 * may be expected twice, and may be one of the routes too: each is counted by itself.
 */
function toExpectation(stub: Stub): Stub {
  const { times } = stub.parts
  return copyStub(stub, { times: times === Number.POSITIVE_INFINITY ? 1 : times, original: stub })
}
