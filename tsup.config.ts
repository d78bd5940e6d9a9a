import { rmSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'
import { thirdPartyNotices } from './build/third-party.ts'

/**
 * What the declarations name, and a `lib` before ESNext lacks, as `@types/node` has it too. It merges with the library's
 * own; a reference to the library would be an error before TypeScript 5.2.
 */
const DISPOSABLE = `declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol
  }
  interface Disposable {
    [Symbol.dispose](): void
  }
}`

const common: Options = {
  entry: { index: 'src/entries/index.ts', core: 'src/entries/core.ts' },
  // Jest without configuration loads none of them itself: they are ESM, and Jest leaves node_modules as it is.
  noExternal: [/^/],
  removeNodeProtocol: false,
  // What both entries need stands once, in CommonJS too, or each would have classes of its own. There it is Rollup's
  // doing, by `treeshake`: what tsup has else for it rewrites each `?.` into a call of a function.
  splitting: true,
  treeshake: true,
  esbuildOptions: (options) => {
    options.chunkNames = 'shared'
    // A page's own bundler does the rest.
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
  esbuildPlugins: [thirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt')],
}

export default defineConfig(() => {
  // Not by `clean`: the builds run side by side, and the one would delete what the other has written.
  rmSync('dist', { recursive: true, force: true })
  return [
    {
      ...common,
      name: 'node',
      format: ['esm', 'cjs'],
      platform: 'node',
      target: 'node20',
      // A third less to load. The names of functions and classes stay, for those who read a stack.
      minify: 'terser',
      terserOptions: { keep_fnames: true, keep_classnames: true },
      inject: ['build/node-globals.ts'],
      dts: { footer: DISPOSABLE },
    },
    {
      ...common,
      name: 'browser',
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      outDir: 'dist/browser',
    },
  ]
})
