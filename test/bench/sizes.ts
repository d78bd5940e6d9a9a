import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** What `require('mynah')` loads. */
const NODE_FILES = ['index.cjs', 'shared.cjs']

/** The gzip sizes, in bytes: of what Node loads, and of what an application's bundle gets. */
export async function bundleSizes(): Promise<{ node: number; browser: number }> {
  const app = "import { rest, setupMocks } from './browser/index.js'; globalThis.start = setupMocks([rest.get('/', 1)])"
  const options = { bundle: true, minify: true, write: false, format: 'esm' } as const
  const browser = await build({ ...options, stdin: { contents: app, resolveDir: dist }, platform: 'browser' })
  return {
    node: gzipSync(Buffer.concat(NODE_FILES.map((file) => readFileSync(dist + file)))).byteLength,
    browser: gzipSync(browser.outputFiles[0]?.contents ?? '').byteLength,
  }
}
