import type { Options } from 'tsup'

type Plugin = NonNullable<Options['plugins']>[number]

/** The calls that esbuild writes before each module for the files that it injects: they may be needed by a module in CommonJS. */
const CALL = /(?<![\w$])init_(?:node_globals|promise_with_resolvers)\(\)[;,]/g

/**
 * Leaves the first call of each in the chunk that defines them, which every other chunk requires before it runs. The others, 360 of
 * them, do nothing. Fails the build if there is no such call.
 */
export function initOnce(): Plugin {
  return {
    name: 'init-once',
    renderChunk(code) {
      const defines = code.includes('build/node-globals.ts"(){')
      const called = new Set<string>()
      const once = code.replace(CALL, (call) => {
        const isFirst = defines && !called.has(call.slice(0, -1))
        called.add(call.slice(0, -1))
        return isFirst ? call : ''
      })
      if (defines && called.size < 2) throw new Error('esbuild initializes no injected file; build/init-once.ts can go')
      return { code: once }
    },
  }
}
