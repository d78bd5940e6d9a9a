import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { test } from 'node:test'
import { llmsText, skillText } from '../../docs/site/llms.ts'

/* What `npm pack` would put into the tarball, after a build: `npm run check:package`. */

const ROOT = resolve(import.meta.dirname, '../..')

const FILES = [
  'LICENSE',
  'README.md',
  'dist/*.d.cts',
  'dist/THIRD-PARTY-NOTICES.txt',
  'dist/browser/collection.js',
  'dist/browser/core.js',
  'dist/browser/graphql-schema.js',
  'dist/browser/graphql.js',
  'dist/browser/har.js',
  'dist/browser/index.js',
  'dist/browser/interceptors.js',
  'dist/browser/openapi.js',
  'dist/browser/shared/*.js',
  'dist/browser/storybook-manager.js',
  'dist/browser/storybook-preview.js',
  'dist/browser/storybook.js',
  'dist/browser/websocket.js',
  'dist/collection.cjs',
  'dist/collection.d.cts',
  'dist/collection.d.ts',
  'dist/collection.js',
  'dist/command.js',
  'dist/core.cjs',
  'dist/core.d.cts',
  'dist/core.d.ts',
  'dist/core.js',
  'dist/expect.cjs',
  'dist/expect.d.cts',
  'dist/expect.d.ts',
  'dist/expect.js',
  'dist/graphql-schema.cjs',
  'dist/graphql-schema.d.cts',
  'dist/graphql-schema.d.ts',
  'dist/graphql-schema.js',
  'dist/graphql.cjs',
  'dist/graphql.d.cts',
  'dist/graphql.d.ts',
  'dist/graphql.js',
  'dist/har.cjs',
  'dist/har.d.cts',
  'dist/har.d.ts',
  'dist/har.js',
  'dist/index.cjs',
  'dist/index.d.cts',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/interceptors.cjs',
  'dist/interceptors.d.cts',
  'dist/interceptors.d.ts',
  'dist/interceptors.js',
  'dist/jest-globals.cjs',
  'dist/jest-globals.d.cts',
  'dist/jest-globals.d.ts',
  'dist/jest-globals.js',
  'dist/jest.cjs',
  'dist/jest.d.cts',
  'dist/jest.d.ts',
  'dist/jest.js',
  'dist/openapi.cjs',
  'dist/openapi.d.cts',
  'dist/openapi.d.ts',
  'dist/openapi.js',
  'dist/playwright.cjs',
  'dist/playwright.d.cts',
  'dist/playwright.d.ts',
  'dist/playwright.js',
  'dist/record.cjs',
  'dist/record.d.cts',
  'dist/record.d.ts',
  'dist/record.js',
  'dist/server.cjs',
  'dist/server.d.cts',
  'dist/server.d.ts',
  'dist/server.js',
  'dist/shared/*.cjs',
  'dist/shared/collection.cjs',
  'dist/shared/expect.cjs',
  'dist/shared/graphql-schema.cjs',
  'dist/shared/graphql.cjs',
  'dist/shared/har.cjs',
  'dist/shared/interceptors.cjs',
  'dist/shared/openapi.cjs',
  'dist/shared/playwright.cjs',
  'dist/shared/record.cjs',
  'dist/shared/server-on-demand.cjs',
  'dist/shared/server.cjs',
  'dist/shared/websocket.cjs',
  'dist/storybook-manager.d.ts',
  'dist/storybook-preview.d.ts',
  'dist/storybook.d.ts',
  'dist/unused.cjs',
  'dist/unused.d.cts',
  'dist/unused.d.ts',
  'dist/unused.js',
  'dist/vitest.cjs',
  'dist/vitest.d.cts',
  'dist/vitest.d.ts',
  'dist/vitest.js',
  'dist/websocket.cjs',
  'dist/websocket.d.cts',
  'dist/websocket.d.ts',
  'dist/websocket.js',
  'package.json',
]

/** The pages for users, so that the links of the README work in `node_modules` too. */
const PAGES = [
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\.md$|^(guide|recipes|reference)\/.*\.(md|svg|png)$/.test(file))
    .map((file) => `docs/${file}`),
]

interface Packed {
  readonly files: readonly { readonly path: string }[]
}

function packed(): string[] {
  const list = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const [tarball] = JSON.parse(
    execFileSync('npm', list, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as Packed[]
  return tarball?.files.map(({ path }) => path).sort() ?? []
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Its name without the hash of its content, which what several entries share is named by. */
function unhashed(path: string): string {
  return path.replace(/(shared\/)\w{8}(?=\.c?js$)/, '$1*').replace(/^dist\/[a-z-]+-[\w-]{8}(?=\.d\.c?ts$)/, 'dist/*')
}

const CODE = packed().filter((path) => /\.c?js$/.test(path))
const manifest = JSON.parse(read('package.json')) as Readonly<Record<string, unknown>>

/** All files that a part of the manifest names. */
function targetsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part.replace(/^\.\//, '')]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(targetsOf) : []
}

test('the tarball holds these files and no others', () => {
  assert.deepEqual([...new Set(packed().map(unhashed))].sort(), [...FILES, ...PAGES, 'SKILL.md', 'llms.txt'].sort())
})

test('the links of its pages lead to files of the tarball', () => {
  const files = packed()
  const broken = ['README.md', 'SKILL.md', ...PAGES.filter((page) => page.endsWith('.md'))].flatMap((page) => {
    const prose = read(page).replace(/^```.*?^```/gms, '')
    const targets = [...prose.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) =>
      posix.join(posix.dirname(page), path),
    )
    return targets
      .filter((target) => !files.includes(target) && !isForContributors(target))
      .map((target) => `${page}: ${target}`)
  })
  assert.deepEqual(broken, [])
})

/** Pages and folders that only the repository has. CONTRIBUTING.md links to them. */
function isForContributors(path: string): boolean {
  return path.startsWith('docs/inside/')
}

test('its pages for users do not link to pages that it lacks', () => {
  const linking = PAGES.filter((page) => /^docs\/(guide|recipes|reference)\/.*\.md$/.test(page)).filter((page) =>
    read(page).includes('](../inside/'),
  )
  assert.deepEqual(linking, [])
})

test('its llms.txt lists the pages, and its SKILL.md is the page for assistants', () => {
  assert.equal(read('llms.txt'), llmsText())
  assert.equal(read('SKILL.md'), skillText())
})

test('the tarball holds every file that its manifest names', () => {
  const { main, types, typesVersions, exports } = manifest
  const missing = targetsOf([main, types, typesVersions, exports]).filter((path) => !FILES.includes(path))
  assert.deepEqual(missing, [])
})

test('mynah and mynah/core load nothing of the archives', () => {
  const hasArchives = (file: string) => [...loadedBy(file)].some((one) => read(one).includes('is not a HAR archive'))
  const entries = ['index', 'core', 'har'].flatMap((name) => [
    `dist/${name}.js`,
    `dist/${name}.cjs`,
    `dist/browser/${name}.js`,
  ])
  assert.deepEqual(entries.filter(hasArchives), ['dist/har.js', 'dist/har.cjs', 'dist/browser/har.js'])
})

test('its installation installs no other package, and runs nothing', () => {
  const installed = ['dependencies', 'optionalDependencies', 'bundledDependencies']
  assert.deepEqual(
    installed.filter((key) => key in manifest),
    [],
  )
  const run = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']
  assert.deepEqual(
    run.filter((name) => name in (manifest.scripts as object)),
    [],
  )
})

test('npm could not install it beside Storybook 9: optional peers have no range (docs/inside/decisions/0018-optional-peers.md)', () => {
  const { peerDependencies, peerDependenciesMeta } = manifest
  assert.equal(peerDependencies, undefined)
  const optional = { optional: true }
  assert.deepEqual(peerDependenciesMeta, { '@playwright/test': optional, graphql: optional, storybook: optional })
})

test('it is published with provenance, with public access', () => {
  assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true })
})

test('its code contains no folder of the machine that built it', () => {
  assert.deepEqual(
    CODE.filter((path) => read(path).includes(ROOT)),
    [],
  )
})

/** A file of the package with the files of the package that it loads. */
function loadedBy(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded
  loaded.add(path)
  for (const [, target] of read(path).matchAll(/(?:\bfrom|\bimport|\brequire\()\s*["'](\.[^"']+)["']/g)) {
    loadedBy(posix.join(posix.dirname(path), target as string), loaded)
  }
  return loaded
}

test('import and require load one copy, with one set of classes', async () => {
  const { createRequire } = await import('node:module')
  const load = createRequire(import.meta.url)
  for (const name of [
    'index',
    'core',
    'collection',
    'graphql',
    'graphql-schema',
    'har',
    'openapi',
    'playwright',
    'record',
    'server',
    'expect',
    'interceptors',
    'websocket',
  ]) {
    const imported: object = await import(join(ROOT, `dist/${name}.js`))
    assert.deepEqual({ ...imported }, { ...load(join(ROOT, `dist/${name}.cjs`)) })
  }
})

test('mynah and mynah/core load nothing of mynah/openapi', () => {
  const isContract = (path: string) => read(path).includes('Instance does not match')
  for (const extension of ['cjs', 'js']) {
    assert.ok([...loadedBy(`dist/openapi.${extension}`)].some(isContract))
    for (const entry of ['index', 'core']) {
      assert.deepEqual([...loadedBy(`dist/${entry}.${extension}`)].filter(isContract), [])
    }
  }
})

test('mynah/server loads nothing of mynah before it is needed', () => {
  assert.deepEqual([...loadedBy('dist/server.js')], ['dist/server.js', 'dist/server.cjs', 'dist/shared/server.cjs'])
})

test('the notices name each package that may be bundled, and no other', () => {
  const [, table = ''] = read('docs/CONTRIBUTING.md').split('| bundled | for |')
  const agreed = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, names = '']) =>
    names.replaceAll('`', '').split(', '),
  )
  const named = [...read('dist/THIRD-PARTY-NOTICES.txt').matchAll(/^(\S+) [\d.]+, MIT$/gm)].map(([, name]) => name)
  assert.deepEqual(named.sort(), agreed.sort())
})
