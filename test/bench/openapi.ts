import { readFileSync } from 'node:fs'
import { clock } from './clock.ts'

/**
 * Measures stubs of GitHub's whole document in a fresh process: the milliseconds until its first request is answered, or,
 * with `request`, the microseconds of a further one.
 */
const [library = '', what] = process.argv.slice(2)
const file = new URL('node_modules/@octokit/openapi/generated/api.github.com.json', import.meta.url)
const document = JSON.parse(readFileSync(file, 'utf8'))
/** Its example keeps its schema. */
const ADDRESS = 'https://api.github.com/licenses'
const ROUNDS = 200

/** As each library's own documentation shows; a module is loaded before the clock starts. */
const loaders: Record<string, () => Promise<() => unknown>> = {
  async mynah() {
    const [{ setupMocks }, { openapi }] = await Promise.all([
      import('../../dist/index.js'),
      import('../../dist/openapi.js'),
    ])
    return () => setupMocks(openapi(document).examples())()
  },
  async msw() {
    const [{ setupServer }, { fromOpenApi }] = await Promise.all([import('msw/node'), import('@msw/source/open-api')])
    return async () => setupServer(...(await fromOpenApi(document))).listen()
  },
}

async function ask(): Promise<void> {
  const response = await fetch(ADDRESS)
  if (response.status !== 200 || (await response.text()) === '') throw new Error(`${library}: ${response.status}`)
}

const start = await (loaders[library] as () => Promise<() => unknown>)()
const began = clock()
await start()
await ask()
const first = (clock() - began) / 1000

for (let round = 0; round < ROUNDS; round++) await ask()
const from = clock()
for (let round = 0; round < ROUNDS; round++) await ask()
const further = (clock() - from) / ROUNDS
console.log(JSON.stringify(what === 'request' ? further : first))
process.exit()
