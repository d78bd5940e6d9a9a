import { fileURLToPath } from 'node:url'
import { MynahError } from '../core/errors.ts'
import { checkOptions, ON_OR_OFF } from '../core/options.ts'
import {
  isPartOfJest,
  isPartOfVitest,
  type JestConfig,
  type VitestContext,
  type VitestModule,
} from './part-of-tests.ts'
import { recordIn } from './recorder.ts'
import { RunFile } from './run-file.ts'
import { type UnusedTable, wordUnused } from './word-unused.ts'

/** The options of the reporter. */
export interface UnusedOptions {
  /** Whether the run fails if something was unused; `false` by default. */
  readonly fail?: boolean
}

/** Workers find the recorder here: the CommonJS build of the entry, which each version of Node can load. */
const RECORDER = fileURLToPath(new URL('./unused.cjs', import.meta.url))

/** The report on a partial run: the other tests may use the remaining stubs. */
const PART: UnusedTable = {
  text: 'mynah: not all tests ran, so unused stubs are unknown\n',
  hasUnused: false,
}

/**
 * A reporter for Vitest and Jest: prints the stubs that no test of the run used, and the operations of OpenAPI documents that no
 * test touched. A run of some tests prints that it does not know.
 *
 * @throws {RouteDefinitionError} for an unknown option, and an option with a wrong value.
 * @throws {MynahError} `ENVIRONMENT`, in a Node before 20.16 and 22.3.
 * @example
 * // vitest.config.ts and jest.config.js
 * reporters: ['default', ['mynah/unused', { fail: true }]]
 */
export class UnusedReporter {
  /** Workers call it (runtime/platform.node.ts). @internal */
  static readonly recordIn = recordIn
  readonly #options: UnusedOptions
  readonly #jest: JestConfig
  #vitest: VitestContext = { config: {} }
  /** `undefined` while the runner watches: it runs only some tests each time. */
  #file: RunFile | undefined
  #error: Error | undefined

  constructor(options?: UnusedOptions)
  /** Jest passes its configuration first. @internal */
  constructor(config: JestConfig, options: UnusedOptions | undefined, context: unknown)
  constructor(...args: readonly unknown[]) {
    const [config, options = {}] = args.length > 1 ? args : [{}, args[0]]
    checkOptions('new UnusedReporter', '', options, { fail: ON_OR_OFF })
    this.#options = options as UnusedOptions
    this.#jest = config as JestConfig
  }

  /** Is called by Vitest. */
  onInit(vitest: object): void {
    this.#vitest = vitest as VitestContext
    this.#begin(this.#vitest.config.watch)
  }

  /** Is called by Vitest. */
  onTestRunEnd(modules: readonly object[], _errors: unknown, reason: string): void {
    this.#end(isPartOfVitest(this.#vitest, modules as readonly VitestModule[], reason))
    if (this.#error) process.exitCode = 1
  }

  /** Is called by Jest. @internal */
  onRunStart(): void {
    this.#begin(this.#jest.watch || this.#jest.watchAll)
  }

  /** Is called by Jest. @internal */
  onRunComplete(_contexts: unknown, results: object): void {
    this.#end(isPartOfJest(this.#jest, results))
  }

  /** Is called by Jest, which fails if there is an error. @internal */
  getLastError(): Error | undefined {
    return this.#error
  }

  #begin(watches = false): void {
    if (watches) return
    if (!process.getBuiltinModule) throw new MynahError('ENVIRONMENT', 'mynah/unused needs Node 20.16, 22.3 or later')
    this.#file = new RunFile()
    process.env.MYNAH_UNUSED = JSON.stringify({ recorder: RECORDER, file: this.#file.path })
  }

  #end(isPart: boolean): void {
    if (!this.#file) return
    const { text, hasUnused } = isPart ? PART : wordUnused(this.#file.read())
    this.#file.delete()
    this.#file = undefined
    delete process.env.MYNAH_UNUSED
    process.stderr.write(`\n${text}`)
    if (hasUnused && this.#options.fail) this.#error = new Error('mynah/unused: something was unused')
  }
}
