import { expect, onTestFinished, test, vi } from 'vitest'
import { undiciVersion } from '../../src/runtime/environment.ts'

/** The globals of other platforms; test/consumers runs in the real ones. */
const platforms: readonly { title: string; globals: Readonly<Record<string, unknown>>; version: number | undefined }[] =
  [
    { title: 'Node', globals: { process: { versions: { undici: '7.12.0' } } }, version: 7 },
    { title: 'a Node of a distribution, without undici', globals: { process: { versions: {} } }, version: undefined },
    { title: 'a page', globals: { process: undefined }, version: undefined },
    { title: 'a page with a process of its bundler', globals: { process: {} }, version: undefined },
    { title: 'Bun', globals: { Bun: {}, process: { versions: { undici: '7.0.0' } } }, version: undefined },
    { title: 'Deno', globals: { Deno: {}, process: { versions: { undici: '7.0.0' } } }, version: undefined },
  ]

test.each(platforms)('the version of undici that provides fetch: $title', ({ globals, version }) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  const found = undiciVersion()
  vi.unstubAllGlobals()
  expect(found).toBe(version)
})
