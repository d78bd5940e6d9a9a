import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { childClock } from './clock.ts'

const FILES = 100
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const BENCH = fileURLToPath(new URL('.', import.meta.url))
const PROJECTS = `${BENCH}.suites/`

/** The mock of the one request of each test file, as the library's documentation shows it. */
const SETUPS = {
  'a hand-stubbed fetch': `
const original = globalThis.fetch
beforeAll(() => {
  globalThis.fetch = async () => Response.json([{ id: 1 }])
})
afterAll(() => {
  globalThis.fetch = original
})`,
  mynah: `
import { rest, setupMocks } from 'mynah'

beforeAll(setupMocks([rest.get('/users', [{ id: 1 }])]))`,
  msw: `
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

const server = setupServer(http.get('http://api.test/users', () => HttpResponse.json([{ id: 1 }])))
beforeAll(() => server.listen())
afterAll(() => server.close())`,
}

export type SuiteLibrary = keyof typeof SETUPS
export const SUITE_LIBRARIES = Object.keys(SETUPS) as SuiteLibrary[]

const TEST = `
test('users', async () => {
  expect(await (await fetch('http://api.test/users')).json()).toEqual([{ id: 1 }])
})
`

/** The commands that run a project. msw has ES modules alone, which Jest loads by Node's flag. */
const RUNNERS = {
  'Vitest, forks': (root: string) => vitest(root, 'forks'),
  'Vitest, threads': (root: string) => vitest(root, 'threads'),
  'Jest 30': (root: string) => [
    '--experimental-vm-modules',
    '--no-warnings',
    `${BENCH}node_modules/jest/bin/jest.js`,
    '--rootDir',
    root,
    '--silent',
  ],
}

export type Runner = keyof typeof RUNNERS
export const SUITE_RUNNERS = Object.keys(RUNNERS) as Runner[]

function vitest(root: string, pool: string): string[] {
  return [`${REPOSITORY}node_modules/vitest/vitest.mjs`, 'run', '--root', root, '--reporter', 'dot', '--pool', pool]
}

/** Writes a project for each library, with mynah installed as it would be by npm. */
export function writeSuites(): void {
  rmSync(PROJECTS, { recursive: true, force: true })
  const installed = `${PROJECTS}node_modules/mynah/`
  cpSync(`${REPOSITORY}dist`, `${installed}dist`, { recursive: true })
  cpSync(`${REPOSITORY}package.json`, `${installed}package.json`)
  for (const library of SUITE_LIBRARIES) {
    const project = projectOf(library)
    mkdirSync(project)
    // Vitest and Jest both have globals then.
    writeFileSync(`${project}/vitest.config.mjs`, 'export default { test: { globals: true } }\n')
    writeFileSync(`${project}/package.json`, '{ "type": "module", "jest": { "transform": {} } }\n')
    for (let file = 0; file < FILES; file++) writeFileSync(`${project}/${file}.test.js`, `${SETUPS[library]}\n${TEST}`)
  }
}

/** Runs the files of a library; returns the milliseconds. */
export function runSuite(runner: Runner, library: SuiteLibrary): number {
  const start = childClock()
  const root = projectOf(library)
  const { status, stdout, stderr } = spawnSync(process.execPath, RUNNERS[runner](root), { encoding: 'utf8', cwd: root })
  if (status !== 0) throw new Error(`${runner}, ${library}: ${stdout}${stderr}`)
  return childClock() - start
}

function projectOf(library: SuiteLibrary): string {
  return PROJECTS + library.replaceAll(' ', '-')
}
