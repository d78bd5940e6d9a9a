import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { childClock } from './clock.ts'

const FILES = 100
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const PROJECTS = fileURLToPath(new URL('.vitest/', import.meta.url))

/** The mock of the one request of each test file, as the library's documentation shows it. */
const SETUPS = {
  'a hand-stubbed fetch': `
beforeAll(() => {
  vi.stubGlobal('fetch', async () => Response.json([{ id: 1 }]))
})
afterAll(() => {
  vi.unstubAllGlobals()
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

export const VITEST_LIBRARIES = Object.keys(SETUPS) as (keyof typeof SETUPS)[]

const TEST = `
test('users', async () => {
  expect(await (await fetch('http://api.test/users')).json()).toEqual([{ id: 1 }])
})
`

/** Writes a project for each library, with mynah installed as it would be by npm. */
export function writeVitestProjects(): void {
  rmSync(PROJECTS, { recursive: true, force: true })
  const installed = `${PROJECTS}node_modules/mynah/`
  cpSync(`${REPOSITORY}dist`, `${installed}dist`, { recursive: true })
  cpSync(`${REPOSITORY}package.json`, `${installed}package.json`)
  for (const library of VITEST_LIBRARIES) {
    mkdirSync(projectOf(library))
    writeFileSync(`${projectOf(library)}/vitest.config.mjs`, 'export default {}\n')
    for (let file = 0; file < FILES; file++) {
      const imports = "import { afterAll, beforeAll, expect, test, vi } from 'vitest'"
      writeFileSync(`${projectOf(library)}/${file}.test.ts`, `${imports}${SETUPS[library]}\n${TEST}`)
    }
  }
}

/** Runs the files of a library; returns the milliseconds. */
export function runVitest(library: keyof typeof SETUPS): number {
  const start = childClock()
  const vitest = `${REPOSITORY}node_modules/vitest/vitest.mjs`
  const args = [vitest, 'run', '--root', projectOf(library), '--reporter', 'dot']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${library}: ${stdout}${stderr}`)
  return childClock() - start
}

function projectOf(library: string): string {
  return PROJECTS + library.replaceAll(' ', '-')
}
