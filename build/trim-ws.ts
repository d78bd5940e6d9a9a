import { readFileSync } from 'node:fs'
import { build, type Plugin } from 'esbuild'

/** What is left of a file, and what the file has to contain. */
const LEFT: readonly (readonly [file: RegExp, expected: string, contents: string])[] = [
  // The server of mynah does not offer it. A test's own client is another copy of `ws`.
  [
    /ws\/lib\/permessage-deflate\.js$/,
    "return 'permessage-deflate'",
    "module.exports = { extensionName: 'permessage-deflate' }",
  ],
  [/ws\/lib\/stream\.js$/, 'function createWebSocketStream', 'module.exports = undefined'],
]

/**
 * Leaves compression and streams of sockets out of the bundles, which mynah does not use of `ws`. Fails the build if the package
 * has changed there.
 */
const trim: Plugin = {
  name: 'trim',
  setup({ onLoad }) {
    for (const [filter, expected, contents] of LEFT) {
      onLoad({ filter }, ({ path }) =>
        readFileSync(path, 'utf8').includes(expected)
          ? { contents }
          : { errors: [{ text: `${path} is not as build/trim-ws.ts expects it` }] },
      )
    }
  },
}

/**
 * Makes one ES module of `ws`, which is CommonJS. esbuild would make each file that a CommonJS module uses a function that runs when
 * it is first required, with its exports as properties: those are all globals of mynah's own bundle (`build/node-globals.ts`).
 */
export function trimWs(): Plugin {
  return {
    name: 'trim-ws',
    setup({ onLoad }) {
      onLoad({ filter: /node_modules[\\/]ws[\\/]wrapper\.mjs$/ }, async ({ path }) => {
        const options = { bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20' } as const
        const { outputFiles } = await build({ ...options, entryPoints: [path], plugins: [trim] })
        return { contents: outputFiles[0]?.text ?? '' }
      })
    },
  }
}
