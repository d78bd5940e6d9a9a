import { rmSync } from 'node:fs'
import type { BuildOptions } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { compactTypes } from './build/compact-types.ts'
import { oneChunk } from './build/one-chunk.ts'
import { thirdPartyNotices } from './build/third-party.ts'
import { trimInterceptors } from './build/trim-interceptors.ts'
import { trimPathToRegexp } from './build/trim-path-to-regexp.ts'
import { trimWs } from './build/trim-ws.ts'

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

const entry = {
  collection: 'src/entries/collection.ts',
  index: 'src/entries/index.ts',
  core: 'src/entries/core.ts',
  graphql: 'src/entries/graphql.ts',
  'graphql-schema': 'src/entries/graphql-schema.ts',
  har: 'src/entries/har.ts',
  interceptors: 'src/entries/interceptors.ts',
  openapi: 'src/entries/openapi.ts',
  websocket: 'src/entries/websocket.ts',
}

/** What Node has beside: files and servers are its own. */
const nodeEntry = {
  ...entry,
  record: 'src/entries/record.ts',
  playwright: 'src/entries/playwright.ts',
}

/** Node prints the whole source line of an uncaught error: a bundle of one line would be 80 kB of it. */
const LONGEST_LINE = 400
// V8 parses a text in one byte per character faster than one in two.
const format = { max_line_len: LONGEST_LINE, ascii_only: true }

/** Two copies would not know each other's schemas. */
const GRAPHQL = ['graphql']

const common = {
  entry,
  // The dependencies are ESM, which Jest without configuration cannot load from node_modules. `graphql` is the project's own.
  noExternal: [/^(?!graphql$)/],
  external: GRAPHQL,
  removeNodeProtocol: false,
  // What several entries need is in a chunk, in CommonJS too; otherwise each would have its own classes. For CommonJS Rollup
  // does this, by `treeshake`: tsup's other way rewrites each `?.` into a call of a function. esbuild makes a chunk for each
  // set of entries. All entries import the whole core, used or not, and in Node the whole of `mynah` (build/one-chunk.ts), so that
  // there are few chunks: with seven files, the import took 1.4 times as long.
  splitting: true,
  treeshake: true,
  esbuildOptions: (options) => {
    options.chunkNames = 'shared/[hash]'
    // A page's bundler minifies the rest.
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.lineLimit = LONGEST_LINE
    options.alias = {
      debug: './build/no-debug.ts',
      // The package's root for browsers has `debug` inlined. Its root for Node imports nothing of Node.
      '@mswjs/interceptors': './node_modules/@mswjs/interceptors/lib/node/index.js',
    }
    options.define = {
      ...options.define,
      'Promise.withResolvers': 'promiseWithResolvers',
    }
    options.inject = [...(options.inject ?? []), 'build/promise-with-resolvers.ts']
    // The entries import the whole core for the chunks alone.
    options.logOverride = { 'ignored-bare-import': 'silent' }
  },
  esbuildPlugins: [
    trimInterceptors(),
    trimPathToRegexp(),
    trimWs(),
    thirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt', GRAPHQL),
  ],
} satisfies Options

/** The assertions. Each imports its runner alone, and asks mocks of any copy of mynah by a symbol. */
const assertionEntries = {
  jest: 'src/entries/jest.ts',
  'jest-globals': 'src/entries/jest-globals.ts',
  expect: 'src/entries/expect.ts',
}
const vitestEntry = { vitest: 'src/entries/vitest.ts' }
/** The reporter of a whole run. Vitest imports it, Jest and the workers require it. */
const unusedEntry = { unused: 'src/entries/unused.ts' }
/** It loads nothing of mynah before it is needed, so its own build shares no chunk with mynah. */
const serverEntry = { server: 'src/entries/server.ts' }
const RUNNERS = ['vitest', '@jest/globals']

/** The addon: ES modules, as Storybook and its builders load them. */
const storybookEntries = {
  storybook: 'src/entries/storybook.ts',
  'storybook-preview': 'src/storybook/annotations.ts',
  'storybook-manager': 'src/entries/storybook-manager.ts',
}
const STORYBOOK = [
  'react',
  'storybook/internal/components',
  'storybook/internal/core-events',
  'storybook/manager-api',
  'storybook/preview-api',
  'storybook/test',
  'storybook/theming',
  '@storybook/icons',
]

/** Replaces `import.meta.url` in CommonJS. */
function defineImportMetaUrl(options: BuildOptions): void {
  options.define = { ...options.define, 'import.meta.url': 'importMetaUrl' }
  options.inject = [...(options.inject ?? []), 'build/import-meta-url.ts']
}

const smallOptions: Options = {
  platform: 'neutral',
  target: 'node20',
  external: RUNNERS,
  minify: 'terser',
  terserOptions: { keep_fnames: true, keep_classnames: true, format },
  esbuildPlugins: [thirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt', RUNNERS)],
}

export default defineConfig(() => {
  // Not `clean`: the builds run at the same time, and one would delete the output of the other.
  rmSync('dist', { recursive: true, force: true })
  return [
    {
      ...common,
      entry: { ...nodeEntry, 'shared/server-on-demand': 'src/server/server-on-demand.ts' },
      name: 'node',
      // `build/es-modules.ts` writes the ES modules beside it.
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      // Two fifths less code to load. Classes keep their names, which errors and runners print; those of functions would be 3 kB.
      minify: 'terser',
      terserOptions: { keep_classnames: true, compress: { passes: 2 }, format },
      inject: ['build/node-globals.ts'],
      esbuildPlugins: [oneChunk(), compactTypes(), ...common.esbuildPlugins],
      // In one build, so that the types of all entries are the same types.
      // Without the members that are `@internal`: completion offers the members that users may use.
      dts: {
        entry: {
          ...nodeEntry,
          ...assertionEntries,
          ...vitestEntry,
          ...unusedEntry,
          ...serverEntry,
          ...storybookEntries,
        },
        footer: DISPOSABLE,
        compilerOptions: { stripInternal: true },
      },
    },
    { ...smallOptions, name: 'assertions', entry: assertionEntries, format: 'cjs' },
    { ...smallOptions, name: 'vitest', entry: vitestEntry, format: ['esm', 'cjs'] },
    {
      ...smallOptions,
      name: 'unused',
      entry: unusedEntry,
      // Tools find no default export in minified CommonJS.
      minify: false,
      format: ['esm', 'cjs'],
      platform: 'node',
      removeNodeProtocol: false,
      esbuildOptions(options, { format }) {
        if (format === 'cjs') defineImportMetaUrl(options)
      },
    },
    {
      ...smallOptions,
      name: 'server',
      entry: serverEntry,
      format: 'cjs',
      platform: 'node',
      removeNodeProtocol: false,
      esbuildOptions: defineImportMetaUrl,
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
      terserOptions: { format },
    },
    {
      ...common,
      // In one build with mynah: the panel reads what the journal of a call knows of its bodies.
      entry: { ...entry, ...storybookEntries },
      name: 'browser',
      noExternal: [/^(?!react$|graphql$|@?storybook\/)/],
      external: [...STORYBOOK, ...GRAPHQL],
      esbuildPlugins: [
        trimInterceptors(),
        trimPathToRegexp(),
        thirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt', [...STORYBOOK, ...GRAPHQL]),
      ],
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      esbuildOptions: (options) => {
        common.esbuildOptions(options)
        // React Native's bundler refuses static blocks. Without all of ES2022, private members too, a page loads 2.4 kB more.
        options.supported = { ...options.supported, 'class-static-blocks': false }
      },
      outDir: 'dist/browser',
    },
  ]
})
