import { rmSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'
import { thirdPartyNotices } from './build/third-party.ts'

/**
 * The types that the declarations use and a `lib` before ESNext does not have, as `@types/node` declares them. They merge
 * with the library's own; a reference to that library would be an error before TypeScript 5.2.
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
  entry: {
    index: 'src/entries/index.ts',
    core: 'src/entries/core.ts',
    har: 'src/entries/har.ts',
    openapi: 'src/entries/openapi.ts',
  },
  // The dependencies are ESM, which Jest without configuration cannot load from node_modules.
  noExternal: [/^/],
  removeNodeProtocol: false,
  // What several entries need is in a chunk, in CommonJS too; otherwise each would have its own classes. There is one for
  // each set of entries, so that no entry loads what only others need. For CommonJS Rollup does this, by
  // `treeshake`: tsup's other way rewrites each `?.` into a call of a function.
  splitting: true,
  treeshake: true,
  esbuildOptions: (options) => {
    options.chunkNames = 'shared/[hash]'
    // A page's bundler minifies the rest.
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.alias = {
      debug: './build/no-debug.ts',
      // The package's root for browsers has `debug` inlined. Its root for Node imports nothing of Node.
      '@mswjs/interceptors': './node_modules/@mswjs/interceptors/lib/node/index.js',
    }
    options.define = { ...options.define, 'Promise.withResolvers': 'promiseWithResolvers' }
    options.inject = [...(options.inject ?? []), 'build/promise-with-resolvers.ts']
  },
  esbuildPlugins: [thirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt')],
}

export default defineConfig(() => {
  // Not `clean`: the builds run at the same time, and one would delete the output of the other.
  rmSync('dist', { recursive: true, force: true })
  return [
    {
      ...common,
      entry: { ...common.entry, record: 'src/entries/record.ts' },
      name: 'node',
      format: ['esm', 'cjs'],
      platform: 'node',
      target: 'node20',
      // A third less code to load. The names of functions and classes stay, for readable stacks.
      minify: 'terser',
      terserOptions: { keep_fnames: true, keep_classnames: true },
      inject: ['build/node-globals.ts'],
      dts: { footer: DISPOSABLE },
    },
    {
      ...common,
      entry: { command: 'src/entries/command.ts' },
      name: 'command',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      splitting: false,
      minify: 'terser',
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
