/** The hooks of a test runner that mocks clean up with. */
export interface RunnerHooks {
  beforeEach(): void
  afterEach(): Promise<void>
  afterAll(): void
}

type Hook = (callback: () => unknown) => void

/** What of Jest's state is looked at; it hangs on the global object under a symbol with this description. */
interface JestState {
  readonly hasStarted?: boolean
}

/**
 * Registers the hooks with a runner whose hooks are global (Jest, Vitest with globals, Mocha), while a file is
 * collected; anywhere else it does nothing.
 */
export function registerHooks(hooks: RunnerHooks): void {
  const { beforeEach, afterEach, afterAll, after } = globalThis as { [Name in keyof RunnerHooks | 'after']?: Hook }
  const last = afterAll ?? after
  if (!beforeEach || !afterEach || !last || isRunning()) return
  try {
    beforeEach(() => hooks.beforeEach())
    afterEach(() => hooks.afterEach())
    last(() => hooks.afterAll())
  } catch {
    // Vitest refuses hooks outside of collection: then the function that ends the mocks does the same.
  }
}

/** Jest does not throw when a hook comes too late: it fails the test or the file. So it is asked first. */
function isRunning(): boolean {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  const state = symbol && (globalThis as { [key: symbol]: JestState | undefined })[symbol]
  return state?.hasStarted ?? false
}
