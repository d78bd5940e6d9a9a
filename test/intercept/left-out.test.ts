import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * Each folder of `intercept` is an adapter for one kind of client: without it, mynah builds, and answers the other clients.
 */

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))
const INTERCEPT = join(SRC, 'intercept')

/** Puts a source that patches nothing, or a function that does nothing, in place of each export of a folder. */
function leaveOut(folder: string): Plugin {
  return {
    name: 'leave-out',
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`/intercept/${folder}/.*\\.ts$`) }, ({ path }) => {
        const code = readFileSync(path, 'utf8')
        const names = [...code.matchAll(/^export (?:async )?(?:class|function|const) (\w+)/gm)].map(([, name]) => name)
        const replaced = names.map((name) =>
          name?.endsWith('Interceptor')
            ? `export class ${name} extends Source { patch() { return () => {} } }`
            : `export const ${name} = () => () => {}`,
        )
        const source = relative(dirname(path), join(INTERCEPT, 'interceptor.ts'))
        return { contents: [`import { Source } from './${source}'`, ...replaced].join('\n'), loader: 'js' }
      })
    },
  }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-left-out-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function bundle(left: string, platform: 'node' | 'browser'): Promise<string> {
  const outfile = join(folder, `${left}.mjs`)
  const entry = join(SRC, 'entries/index.ts')
  const options = { bundle: true, format: 'esm', logLevel: 'silent', outfile, platform } as const
  const banner = {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)",
  }
  await build({ ...options, ...(platform === 'node' && { banner }), entryPoints: [entry], plugins: [leaveOut(left)] })
  return outfile
}

const CLIENTS = {
  fetch: "await fetch('http://api.test/').then((response) => response.json())",
  http: "await new Promise((resolve) => http.get('http://api.test/', async (response) => resolve(JSON.parse((await response.toArray()).join('')))))",
  http2:
    "await new Promise((resolve) => { const stream = http2.connect('http://api.test').request({ ':path': '/' }); let text = ''; stream.on('data', (data) => { text += data }); stream.on('end', () => { stream.session.close(); resolve(JSON.parse(text)) }) })",
}

test.each([
  { left: 'fetch', clients: ['http', 'http2'] },
  { left: 'socket', clients: ['fetch', 'http2'] },
  { left: 'http2', clients: ['fetch', 'http'] },
] as const)('without intercept/$left, the other clients are answered', async ({ left, clients }) => {
  const code = `
    import http from 'node:http'
    import http2 from 'node:http2'
    import { rest, setupMocks } from '${await bundle(left, 'node')}'
    const mocks = setupMocks([rest.get('/', [1])])
    mocks.start()
    console.log(JSON.stringify([${clients.map((client) => CLIENTS[client]).join(', ')}]))
    mocks.stop()`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual([[1], [1]])
})

test.each(['page', 'fetch'])('without intercept/%s, mynah for pages is built', async (left) => {
  await expect(bundle(left, 'browser')).resolves.toBeDefined()
})
