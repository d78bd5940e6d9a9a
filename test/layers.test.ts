import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom: a file imports its own folder and those before it in this list, never one after. Folders in one
 * line do not import each other. The root is `.`.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['core'],
  ['core/secrets'],
  ['core/path'],
  ['core/match'],
  ['core/reply'],
  ['core/stub'],
  ['core/choose'],
  ['core/explain'],
  ['runtime/hosts'],
  ['runtime'],
  ['request'],
  ['response/file'],
  ['response'],
  ['fetch', 'transport'],
  ['intercept/socket/tap'],
  ['intercept/fetch', 'intercept/page', 'intercept/socket', 'intercept/http2'],
  ['intercept'],
  ['mocks/session'],
  ['exchange'],
  ['mocks/runner'],
  ['mocks'],
  ['.'],
  ['openapi/document'],
  ['openapi/schema'],
  ['openapi/check'],
  ['graphql/schema', 'websocket/graphql'],
  ['archive', 'openapi', 'assertions', 'collection', 'unused', 'server', 'graphql', 'websocket'],
  ['archive/record', 'archive/print', 'playwright'],
  ['storybook/channel'],
  ['storybook/manager', 'storybook'],
  ['command'],
  ['entries'],
]

/** The contract of a patch: what the folders of `intercept`, and a capability that adds a client, take from above them. */
const CONTRACT = ['interceptor', 'patch', 'page-class', 'page-means', 'page-patches'].map(
  (name) => `intercept/${name}.ts`,
)

/** What a layer may not import, though it is before it. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'mocks/session': /^intercept\//,
  'mocks/runner': /^intercept\//,
  mocks: /^intercept\//,
}

const SRC = new URL('../src/', import.meta.url)
const ALIASES: Readonly<Record<string, string>> = {
  '#intercept': 'intercept/node.ts',
  '#decoder': 'request/decoder.ts',
  '#foreign-body': 'request/foreign-body.ts',
  '#foreign-init': 'fetch/foreign-init.ts',
  '#file': 'response/file/file.node.ts',
  '#known-text': 'response/known-text.ts',
  '#open-peer': 'websocket/open-peer.node.ts',
  '#platform': 'runtime/platform.node.ts',
  '#runners': 'mocks/runner/runners.node.ts',
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

function layerOf(file: string): number {
  return LAYERS.findIndex((folders) => folders.includes(dirname(file)))
}

/** The files of src that a file imports, or exports again, as paths from `src`. */
function importsOf(file: string, code: string): string[] {
  const specifiers = code.matchAll(
    /^(?:import|export)\b[^'"]*?from '([.#][^']+)'|^import '([.#][^']+)'|\bimport\('([.#][^']+)'\)/gm,
  )
  return [...specifiers].map(([, from, bare, dynamic]) => {
    const specifier = (from ?? bare ?? dynamic) as string
    return ALIASES[specifier] ?? posix.join(dirname(file), specifier)
  })
}

function wrongImports(file: string, code: string): string[] {
  return importsOf(file, code).filter((target) => {
    if (dirname(target) === dirname(file)) return false
    if (dirname(file).startsWith('intercept/') && CONTRACT.includes(target)) return false
    return layerOf(target) >= layerOf(file) || FORBIDDEN[dirname(file)]?.test(target)
  })
}

test('each folder of src has a layer', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
})

test('a file of src imports only its own folder and the layers before it', () => {
  const wrong = files.flatMap((file) =>
    wrongImports(file, readFileSync(new URL(file, SRC), 'utf8')).map((target) => `${file}: ${target}`),
  )
  expect(wrong).toEqual([])
})

/** What happens between a call and its answer, in the order in which a request meets the files (docs/inside/architecture.md). */
const KERNEL = [
  'intercept/interceptor.ts',
  'request/incoming-request.ts',
  'exchange/dispatch.ts',
  'exchange/exchange.ts',
  'core/choose/choose.ts',
  'core/choose/table.ts',
  'core/choose/path-tree.ts',
  'core/match/match.ts',
  'core/match/compare.ts',
  'mocks/session/session.ts',
  'mocks/session/layers.ts',
  'mocks/session/journal.ts',
  'exchange/reply.ts',
  'response/write-response.ts',
  'response/verdict.ts',
]

/** The code of a file without what it imports, and exports again, as types. */
function withoutTypes(file: string): string {
  return readFileSync(new URL(file, SRC), 'utf8').replaceAll(/^(?:im|ex)port type [^']*?from '[^']+'/gm, '')
}

/** The files that a file imports at run time, at any depth, without looking into those of the kernel. */
function reachedBy(file: string, seen = new Set<string>()): Set<string> {
  for (const target of importsOf(file, withoutTypes(file))) {
    if (seen.has(target)) continue
    seen.add(target)
    if (!KERNEL.includes(target)) reachedBy(target, seen)
  }
  return seen
}

describe('the kernel', () => {
  test('is 15 files of 2,500 lines at most', () => {
    const lines = KERNEL.map((file) => readFileSync(new URL(file, SRC), 'utf8').trimEnd().split('\n').length)
    expect(KERNEL).toHaveLength(15)
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2500)
  })

  test('is left for helpers that never lead back to it', () => {
    const wrong = KERNEL.flatMap((file) =>
      importsOf(file, withoutTypes(file))
        .filter((target) => !KERNEL.includes(target))
        .flatMap((target) =>
          [...reachedBy(target)].filter((one) => KERNEL.includes(one)).map((one) => `${file}: ${target}: ${one}`),
        ),
    )
    expect(wrong).toEqual([])
  })

  test('is listed in the architecture, in order', () => {
    const page = readFileSync(new URL('../docs/inside/architecture.md', import.meta.url), 'utf8')
    const listed = [...page.matchAll(/^\d+\. `([\w/-]+\.ts)`/gm)].map(([, file]) => file)
    expect(listed).toEqual(KERNEL)
  })
})

/** The files of `intercept` that put the clients of a platform together. */
const PLATFORMS = ['intercept/node.ts', 'intercept/browser.ts']

test('a folder of intercept is imported by node.ts and browser.ts alone', () => {
  const folder = (file: string) => /^intercept\/\w+\//.exec(file)?.[0]
  const wrong = files.flatMap((file) =>
    importsOf(file, readFileSync(new URL(file, SRC), 'utf8'))
      .filter((target) => folder(target) && folder(target) !== folder(file) && !PLATFORMS.includes(file))
      .map((target) => `${file}: ${target}`),
  )
  expect(wrong).toEqual([])
})

describe('a wrong import is found', () => {
  test.each([
    ['core/show.ts', "import { compare } from './match/compare.ts'", 'core/match/compare.ts'],
    ['core/match/compare.ts', "import type { Stub } from '../stub/stub.ts'", 'core/stub/stub.ts'],
    ['core/explain/explain.ts', "import { now } from '../../runtime/time.ts'", 'runtime/time.ts'],
    ['mocks/session/session.ts', "import { patch } from '../../intercept/patch.ts'", 'intercept/patch.ts'],
    [
      'intercept/fetch/fetch-interceptor.ts',
      "import { mockedXhr } from '../page/mocked-xhr.ts'",
      'intercept/page/mocked-xhr.ts',
    ],
    ['request/decode.ts', "export { nativeBody } from '../response/native-body.ts'", 'response/native-body.ts'],
    ['response/native-body.ts', "const { intercept } = await import('#intercept')", 'intercept/node.ts'],
    ['mocks/mocks.ts', "import { setupMocks } from '../setup-mocks.ts'", 'setup-mocks.ts'],
    ['mocks/session/session.ts', "import { answer } from '../../exchange/exchange.ts'", 'exchange/exchange.ts'],
    ['storybook/manager/panel.tsx', "import '../../entries/storybook-manager.ts'", 'entries/storybook-manager.ts'],
  ])('%s: %s', (file, code, target) => {
    expect(wrongImports(file, code)).toEqual([target])
  })

  test('a patch may be taken by the folders of intercept', () => {
    expect(wrongImports('intercept/fetch/fetch-interceptor.ts', "import { patch } from '../patch.ts'")).toEqual([])
  })
})

test('no folder has more than 18 files, but that of the import paths', () => {
  const folders = files.map((file) => file.slice(0, file.lastIndexOf('/') + 1))
  const count = (folder: string) => folders.filter((one) => one === folder).length
  expect([...new Set(folders)].filter((folder) => folder !== 'entries/' && count(folder) > 18)).toEqual([])
})

test('no file has more than 210 lines', () => {
  const lengths = files.map(
    (file) => [file, readFileSync(new URL(file, SRC), 'utf8').trimEnd().split('\n').length] as const,
  )
  expect(lengths.filter(([, lines]) => lines > 210)).toEqual([])
})
