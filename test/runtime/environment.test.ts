import { expect, onTestFinished, test, vi } from 'vitest'

/** The globals of other platforms; test/consumers runs in the real ones. */
const platforms: readonly { title: string; globals: Readonly<Record<string, object>>; version: number | undefined }[] =
  [
    { title: 'Node', globals: { process: { undici: '7.12.0' } }, version: 7 },
    { title: 'a Node of a distribution, without undici', globals: { process: {} }, version: undefined },
    { title: 'Bun', globals: { Bun: {}, process: { undici: '7.0.0' } }, version: undefined },
    { title: 'Deno', globals: { Deno: {}, process: { undici: '7.0.0' } }, version: undefined },
  ]

test.each(platforms)('the version of undici that provides fetch: $title', async ({ globals, version }) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.resetModules()
  const { process: versions, ...others } = globals
  vi.stubGlobal('process', Object.create(process, { versions: { value: { node: '24.0.0', ...versions } } }))
  for (const [name, value] of Object.entries(others)) vi.stubGlobal(name, value)
  const { UNDICI_VERSION } = await import('../../src/runtime/environment.ts')
  expect(UNDICI_VERSION).toBe(version)
})
