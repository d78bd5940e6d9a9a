import { format } from '@vitest/utils/display'
import type { Call, Mocks } from 'mynah'
import * as mynah from 'mynah'
import * as core from 'mynah/core'
import * as matchers from 'mynah/expect'
import * as har from 'mynah/har'
import * as openapi from 'mynah/openapi'
import { compile, type Mistake, mistakeOf } from './compile.ts'
import { createRunner, expect } from './test-runner.ts'

/** What the page shows, in the order in which it happened. `after` is in milliseconds since the start. */
export type Happened =
  | { readonly kind: 'call'; readonly after: number; readonly call: Call; readonly body: string | undefined }
  | { readonly kind: 'printed'; readonly after: number; readonly text: string }
  | { readonly kind: 'test'; readonly after: number; readonly name: string; readonly mistake: Mistake | undefined }
  | { readonly kind: 'mistake'; readonly after: number; readonly mistake: Mistake }

const { setupMocks } = mynah
const OTHERS: Readonly<Record<string, unknown>> = {
  'mynah/core': core,
  'mynah/har': har,
  'mynah/openapi': openapi,
  'mynah/expect': matchers,
}

/**
 * Runs the reader's module, and tells what happens while it does. Never rejects. All that mynah exports, and the functions of a
 * test runner, are in scope, with and without an import.
 */
export async function run(text: string, tell: (happened: Happened) => void): Promise<void> {
  const start = performance.now()
  const after = () => Math.round(performance.now() - start)
  const started: Mocks[] = []
  const { globals, runAll } = createRunner()
  const fail = (error: unknown) => tell({ kind: 'mistake', after: after(), mistake: mistakeOf(error) })
  const watched = Object.assign((...args: Parameters<typeof setupMocks>) => {
    const mocks = setupMocks(args[0], { log: false, ...args[1] })
    const tellCall = (call: Call) => tell({ kind: 'call', after: after(), call, body: bodyOf(call) })
    mocks.on('answered', tellCall)
    mocks.on('unmatched', tellCall)
    started.push(mocks)
    return mocks
  }, setupMocks)
  const exported = { ...mynah, setupMocks: watched }
  const load = (name: string) => {
    if (name === 'mynah') return exported
    if (/^(vitest|@jest\/globals|node:test)$/.test(name)) return globals
    if (/^mynah\/(vitest|jest|jest-globals)$/.test(name)) return expect.extend(matchers)
    if (Object.hasOwn(OTHERS, name)) return OTHERS[name]
    throw new Error(`The playground has no ${name}: it loads mynah, its entries for pages, and vitest`)
  }
  const print = (...values: unknown[]) => tell({ kind: 'printed', after: after(), text: format(values) })
  const console = { ...globalThis.console, log: print, info: print, warn: print, error: print }
  const restore = assignGlobals(globals)
  try {
    await compile(text)(load, { ...exported, ...globals, console })
    await runAll(({ name, error }) =>
      tell({ kind: 'test', after: after(), name, mistake: error === undefined ? undefined : mistakeOf(error) }),
    )
  } catch (error) {
    fail(error)
  } finally {
    restore()
    for (const mocks of started) {
      try {
        mocks.reset({ failures: true })
        mocks.stop()
      } catch (error) {
        fail(error)
      }
    }
  }
}

/** Returns the body of an answer, if it is known: an archive has it. */
function bodyOf(call: Call): string | undefined {
  return har.toHar([call]).log.entries[0]?.response.content.text
}

/** Sets the hooks as globals, where mynah looks for them. Returns the undo. */
function assignGlobals(globals: Readonly<Record<string, unknown>>): () => void {
  Object.assign(globalThis, globals)
  return () => {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
  }
}
