import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Who may import whom: a file imports its own folder and those before it in this list, never one after, and nothing outside of
 * `src`. Folders in one line do not import each other. The root is `.`.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['layout'],
  ['read'],
  ['order', 'request'],
  ['declare'],
  ['nock/replies', 'fetch-mock/routes', 'msw/handlers'],
  ['nock/interceptors', 'fetch-mock/calls'],
  ['nock', 'fetch-mock', 'msw', 'undici'],
  ['.'],
]

const SRC = new URL('../src/', import.meta.url)
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const textOf = (file: string) => readFileSync(new URL(file, SRC), 'utf8')
const layerOf = (file: string) => LAYERS.findIndex((folders) => folders.includes(dirname(file)))

/** The imports of a file that break the layers. */
function wrongImports(file: string, code: string): string[] {
  const specifiers = code.matchAll(/^(?:import|export)\b[^'"]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm)
  const targets = Array.from(specifiers, ([, from, bare]) => posix.join(dirname(file), (from ?? bare) as string))
  return targets.filter((target) => {
    const layer = layerOf(target)
    return dirname(target) !== dirname(file) && (layer < 0 || layer >= layerOf(file))
  })
}

test('each folder of src has a layer', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
})

test('a file imports only its own folder and the layers before it, and nothing of mynah', () => {
  expect(files.flatMap((file) => wrongImports(file, textOf(file)).map((target) => `${file}: ${target}`))).toEqual([])
})

test.each([
  ['read/nodes.ts', "import { order } from '../order/order.ts'", 'order/order.ts'],
  ['nock/base.ts', "import type { Agent } from '../undici/agents.ts'", 'undici/agents.ts'],
  ['msw/handlers/route.ts', "import { rest } from '../../../../src/rest.ts'", '../../src/rest.ts'],
])('%s: %s is found', (file, code, target) => {
  expect(wrongImports(file, code)).toEqual([target])
})

test('no folder has more than 18 files, and no file more than 210 lines', () => {
  const folders = files.map((file) => dirname(file))
  const full = new Set(folders.filter((folder) => folders.filter((one) => one === folder).length > 18))
  expect([...full]).toEqual([])
  expect(files.filter((file) => textOf(file).trimEnd().split('\n').length > 210)).toEqual([])
})

test('src has at most 10,000 lines, as decision 0035 says', () => {
  const lines = files.flatMap((file) => textOf(file).trimEnd().split('\n'))
  expect(lines.length).toBeLessThanOrEqual(10_000)
})
