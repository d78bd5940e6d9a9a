import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const src = fileURLToPath(new URL('../../src/', import.meta.url))

/** The code of a page, as each library's documentation shows it. */
const PAGES = {
  mynah: "import { rest, setupMocks } from '../../dist/browser/index.js'; setupMocks([rest.get('/', 1)]).start()",
  'fetch-mock': "import fetchMock from 'fetch-mock'; fetchMock.mockGlobal().get('/', 1)",
  msw: `import { http, HttpResponse } from 'msw'; import { setupWorker } from 'msw/browser'
    setupWorker(http.get('/', () => HttpResponse.json(1))).start()`,
}

/** The parts that a page's bundle could lack, by their files. */
const PARTS = {
  'refusals of what is written wrong': /core\/(refusal|stub\/(correction|check-[\w-]+))\.ts$/,
  'the report on an unmatched request': /core\/(explain\/[\w-]+|show|choose\/nearest)\.ts$|fastest-levenshtein/,
  'EventSource and sendBeacon': /intercept\/page\/(event-stream|mocked-event-source|send-beacon)\.ts$/,
  XMLHttpRequest: /intercept\/xhr\/[\w-]+\.ts$/,
}

/** The gzip size of what `require('mynah')` loads, in kB. */
export function nodeBundle(): number {
  return gzipSync(Buffer.concat(nodeFiles().map((file) => readFileSync(file)))).byteLength / 1024
}

/** The files that `require('mynah')` loads. */
export function nodeFiles(): string[] {
  return [...loadedBy(`${dist}index.cjs`)]
}

/** A file of the package with those that it requires. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const [, required] of readFileSync(file, 'utf8').matchAll(/\brequire\("(\.[^"]+)"\)/g)) {
    loadedBy(join(dirname(file), required as string), loaded)
  }
  return loaded
}

/** The gzip sizes of what a page's bundle gets of each library, in kB. */
export async function pageBundles(): Promise<Map<string, number>> {
  const sizes = Object.entries(PAGES).map(async ([library, page]) => [library, await bundle(page)] as const)
  return new Map(await Promise.all(sizes))
}

/** The gzip size of what a page's bundle gets of mynah, in kB. */
export function pageBundle(): Promise<number> {
  return bundle(PAGES.mynah)
}

/** How much smaller mynah's bundle for pages would be without each part, and without all of them, in kB. */
export async function pageParts(): Promise<Map<string, number>> {
  const page = PAGES.mynah.replace('../../dist/browser/index.js', `${src}entries/index.ts`)
  const whole = await bundle(page)
  const without = (files: RegExp) => bundle(page, { plugins: [emptied(files)] })
  const parts = Object.entries(PARTS).map(async ([part, files]) => [part, whole - (await without(files))] as const)
  const all = new RegExp(
    Object.values(PARTS)
      .map(({ source }) => source)
      .join('|'),
  )
  return new Map([...(await Promise.all(parts)), ['all of them', whole - (await without(all))]])
}

async function bundle(contents: string, options?: BuildOptions): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
    ...options,
  })
  return gzipSync(outputFiles?.[0]?.contents ?? '').byteLength / 1024
}

/** Leaves of some files their exports alone, as functions that do nothing. */
function emptied(files: RegExp): Plugin {
  return {
    name: 'emptied',
    setup({ onLoad }) {
      onLoad({ filter: files }, ({ path }) => {
        const names = readFileSync(path, 'utf8').matchAll(/export (?:async )?(?:function\*?|const|class) (\w+)/g)
        const functions = [...names, ['', 'closest'], ['', 'distance']].map(
          ([, name]) => `export function ${name}() {}`,
        )
        return { contents: functions.join('\n') }
      })
    },
  }
}
