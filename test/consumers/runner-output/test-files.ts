import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/* Writes the same test files for each runner. The consumer `runner-output` runs them, and so does test/runners. */

export interface Runner {
  /** What a file imports of the runner. */
  readonly imports: string
  readonly hook: 'beforeAll' | 'before'
  readonly isCommonJs?: boolean
}

const HOOKS = 'beforeEach, afterEach, describe, test'

export const RUNNERS = {
  Jest: { imports: '', hook: 'beforeAll', isCommonJs: true },
  'Jest with injectGlobals: false': {
    imports: `const { beforeAll, ${HOOKS} } = require('@jest/globals')`,
    hook: 'beforeAll',
    isCommonJs: true,
  },
  'Vitest with globals': { imports: '', hook: 'beforeAll' },
  'Vitest without globals': { imports: `import { beforeAll, ${HOOKS} } from 'vitest'`, hook: 'beforeAll' },
  Mocha: { imports: 'const test = it', hook: 'before', isCommonJs: true },
  'node:test': { imports: `import { before, ${HOOKS} } from 'node:test'`, hook: 'before' },
} satisfies Record<string, Runner>

/** The file whose test fails before it starts the mocks. */
const FAILED_FIRST = 'failed-before-the-start'

/** The files whose mocks are never started: the file with `setupMocks` is named by the failure. */
const NEVER_STARTED: Readonly<Record<string, string>> = {
  'never-in-file': `const mocks = setupMocks([])
test('a', () => {})
describe('d', () => { test('b', () => {}) })`,
  'never-in-describe': `describe('d', () => { const mocks = setupMocks([]); test('a', () => {}) })
test('b', () => {})`,
  'never-in-hook': `HOOK(() => setupMocks([]))
test('a', () => {})
test('b', () => {})`,
  'never-in-async-hook': `describe('d', () => {
  HOOK(async () => { await undefined; setupMocks([]) })
  test('a', () => {})
})
test('b', () => {})`,
  [FAILED_FIRST]: `const mocks = setupMocks([])
test('fails before the start', () => { undefined.name; mocks.start()() })`,
  // Vitest calls what a hook returns: it would start the mocks after the first test.
  'never-in-returning-hook': `const mocks = setupMocks([])
beforeEach(() => mocks)
test('a', () => {})
test('b', () => {})`,
  'never-in-test': `test('a', () => { setupMocks([]) })
test('b', () => {})`,
}

/** A helper that a hook calls: the place is the helper's. */
const NEVER_BY_HELPER = `SHARED
HOOK(() => { shared.make() })
test('a', () => {})`

/** The files that must not fail. */
const STARTED: Readonly<Record<string, string>> = {
  'unused-in-shared-module': `SHARED
HOOK(shared.one)
test('a', () => {})`,
  'all-tests-skipped': `const mocks = setupMocks([])
test.skip('a', () => {})`,
  'the-starting-test-skipped': `const mocks = setupMocks([])
describe.skip('d', () => { HOOK(mocks); test('a', () => {}) })
test('b', () => {})`,
  'only-explained': `const mocks = setupMocks([])
test('a', async () => { await mocks.explain('https://api.test/users') })`,
  'only-fetched': `const mocks = setupMocks([rest.get('/users', [])])
test('a', async () => { await mocks.fetch('https://api.test/users') })`,
  'started-by-a-later-test': `let mocks
HOOK(() => { mocks = setupMocks([]) })
test('a', () => {})
test('b', () => { mocks.start()() })`,
  'already-refused': `const mocks = setupMocks([])
test('a', () => { try { mocks.calls() } catch {} })`,
}

/** Every promise of `beforeAll(setupMocks(routes))`: a test named `fails: …` has to fail, the others have to pass. */
export const PROMISES = `const mocks = setupMocks([rest.get('/users', [])])
HOOK(mocks)
const ask = (path) => fetch('https://api.test' + path)
const check = (isRight) => { if (!isRight) throw new Error('not clean') }

test('an override answers', async () => {
  mocks.use(rest.get('/users', 'override'))
  check(await (await ask('/users')).json() === 'override')
})
test('the override is off, and the journal is empty', async () => {
  check(mocks.calls().length === 0)
  check(await (await ask('/users')).json() !== 'override')
})
test('fails: a swallowed miss', async () => { await ask('/nope').catch(() => {}) })
test('is not blamed for the test before', () => check(mocks.calls().length === 0))
test('fails: an expected request does not come', () => { mocks.expect(rest.get('/teams', [])) })
test('fails: nobody awaits the miss', () => { ask('/nope').catch(() => {}) })
test('starts with a clean state', () => check(mocks.calls().length === 0))
describe('mocks of a describe', () => {
  const own = setupMocks([rest.get('/own', [])])
  HOOK(own)
  test('answer beside the older ones', async () => {
    own.use(rest.get('/over', []))
    for (const path of ['/own', '/over', '/users']) await ask(path)
  })
  test('start with a clean state', () => check(own.calls().length === 0 && mocks.calls().length === 0))
  test('fails: their override is off', async () => { await ask('/over').catch(() => {}) })
})
test('fails: the mocks of the describe have ended', async () => { await ask('/own').catch(() => {}) })
const later = () => new Promise((resolve) => setTimeout(resolve, 1))
const get = (path) => process.getBuiltinModule('node:http').get('http://api.test' + path).on('error', () => {})
describe('an arrow', () => {
  beforeEach(() => mocks.expect.get('/returned', {}))
  test('fails: a hook returns the undo of an expectation', () => {})
  test('a hook returns the undo of an expectation, and its request comes', async () => { await ask('/returned') })
  test('nobody awaits the request of an expectation that a hook has returned', () => { get('/returned') })
})
describe('an async arrow', () => {
  beforeEach(async () => mocks.expect(rest.get('/returned', {})))
  test('fails: an async hook returns the undo of an expectation', () => {})
})
describe('an async function', () => {
  beforeEach(async () => { await later(); return mocks.expect(rest.get('/returned', {})) })
  test('fails: a hook that has waited returns the undo of an expectation', async () => { await later() })
})
describe('a cleanup', () => {
  beforeEach(() => { const undo = mocks.expect.get('/returned', {}); return () => undo() })
  test('fails: a hook returns a function that calls the undo of an expectation', () => {})
})
describe('times', () => {
  beforeEach(() => mocks.expect.get('/returned', {}, { times: 2 }))
  test('fails: one of two requests comes, of an expectation that a hook has returned', async () => { await ask('/returned') })
})
describe('the first hook', () => {
  HOOK(() => mocks.expect.get('/returned', {}))
  test('fails: the first hook returns the undo of an expectation', () => {})
})
describe('an override', () => {
  beforeEach(() => mocks.use.get('/returned', {}))
  test('a hook returns the undo of an override, which answers', async () => { await ask('/returned') })
  test('nobody awaits the request of an override that a hook has returned', () => { get('/returned') })
})
test('fails: the override that a hook has returned is off', async () => { await ask('/returned').catch(() => {}) })
test('an expectation is withdrawn', () => { mocks.expect.get('/withdrawn', {})() })
test('an expectation is withdrawn later', async () => {
  const undo = mocks.expect.get('/withdrawn', {})
  await later()
  undo()
})
describe('withdrawn', () => {
  let undo
  beforeEach(() => { undo = mocks.expect.get('/withdrawn', {}); return undo })
  test('the expectation of a hook is withdrawn', () => { undo() })
})
describe('mocks of each test', () => {
  const own = setupMocks([rest.get('/own', {})])
  beforeEach(own)
  test('fails: nobody awaits the miss of mocks that end with the test', () => { get('/nope') })
  test('nobody awaits the request to mocks that end with the test', () => { get('/own') })
})
test('all of them left a clean state', () => check(mocks.calls().length === 0))
`

/** Writes the files into a folder. `mynah` is what they import as mynah. */
export function writeFiles(folder: string, { imports, hook, isCommonJs }: Runner, mynah = 'mynah'): void {
  const extension = isCommonJs ? 'cjs' : 'mjs'
  const own = isCommonJs
    ? `const { rest, setupMocks } = require('${mynah}')`
    : `import { rest, setupMocks } from '${mynah}'`
  const shared = isCommonJs ? "const shared = require('./shared.cjs')" : "import * as shared from './shared.mjs'"
  const exported = isCommonJs ? 'Object.assign(exports, { one, two, make })' : 'export { one, two, make }'
  const body = 'const one = setupMocks([]), two = setupMocks([]), make = () => setupMocks([])'
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `shared.${extension}`), `${own}\n${body}\n${exported}\n`)
  const files = { ...NEVER_STARTED, 'never-by-helper': NEVER_BY_HELPER, ...STARTED, promises: PROMISES }
  for (const [name, code] of Object.entries(files)) {
    const text = `${own}\n${imports}\n${code}\n`.replaceAll('HOOK', hook).replaceAll('SHARED', shared)
    writeFileSync(join(folder, `${name}.test.${extension}`), text)
  }
}

/** The names of the files whose `setupMocks` the failure has to name. */
export const EXPECTED: readonly string[] = [...Object.keys(NEVER_STARTED), 'shared'].sort()

/** The names of the files that an output says set up mocks that were never started. */
export function neverStarted(output: string): string[] {
  const found = output.matchAll(/never started[\s\S]*?([\w-]+)(?:\.test)?\.[cm]js:\d+/g)
  return [...new Set([...found].map(([, name]) => name as string))].sort()
}

/** Returns the files whose failure an output explains by a test that failed first. */
export function failedFirst(output: string): string[] {
  return neverStarted(
    output.replace(
      /never started(?!.*\s+If a failed test starts them, it failed before that line: fix that failure first)/g,
      '',
    ),
  )
}

/** The files for which the advice is doubtful. */
export const EXPECTED_FIRST: readonly string[] = [FAILED_FIRST]

/** The titles of the tests of `PROMISES` that an output marks as failed. */
export function failedTitles(output: string): string[] {
  const titles = [...PROMISES.matchAll(/test\('(.*?)',/g)].map(([, title]) => title as string)
  const failed = output.split('\n').filter((line) => /^\s*(?:✕|×|✖|\d+\)) /.test(line))
  return titles.filter((title) => failed.some((line) => line.includes(title)))
}

/** The titles of the tests of `PROMISES` that have to fail. */
export const FAILING = [...PROMISES.matchAll(/test\('(fails: .*?)',/g)].map(([, title]) => title as string)
