import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CAPABILITIES =
  /^src\/(openapi|archive|assertions|collection|graphql|server|playwright|storybook|websocket)\/|^node_modules\/@cfworker\//

/** Returns the modules that an import path loads. */
async function modulesOf(entry: string, platform: 'node' | 'browser'): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [`src/entries/${entry}.ts`],
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    metafile: true,
    platform,
    write: false,
    logLevel: 'silent',
  })
  return Object.keys(metafile.inputs)
}

test('mynah/server loads nothing of mynah before it is needed', async () => {
  expect((await modulesOf('server', 'node')).sort()).toEqual([
    'src/entries/server.ts',
    'src/server/cookie.ts',
    'src/server/exit-in-production.ts',
    'src/server/watch-requests.ts',
  ])
})

describe.each(['node', 'browser'] as const)('for %s', (platform) => {
  test.each(['index', 'core'])('src/entries/%s.ts loads no module of a capability', async (entry) => {
    const modules = await modulesOf(entry, platform)
    expect(modules.length).toBeGreaterThan(50)
    expect(modules.filter((module) => CAPABILITIES.test(module))).toEqual([])
  })

  test('mynah/collection loads nothing of another capability', async () => {
    const modules = (await modulesOf('collection', platform)).filter((module) => CAPABILITIES.test(module))
    expect(modules.filter((module) => !module.startsWith('src/collection/'))).toEqual([])
  })

  test('mynah/har loads nothing of a contract, and mynah/openapi nothing of an archive', async () => {
    const [har, openapi] = [await modulesOf('har', platform), await modulesOf('openapi', platform)]
    expect(
      har.filter((module) => /^src\/(openapi|assertions|archive\/(record|print))\/|cfworker/.test(module)),
    ).toEqual([])
    expect(openapi.filter((module) => /^src\/(archive|assertions|collection)\//.test(module))).toEqual([])
    expect(openapi.some((module) => /cfworker/.test(module))).toBe(true)
  })
})
