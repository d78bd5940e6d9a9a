import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

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
export function trimWs(): Plugin {
  return {
    name: 'trim-ws',
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
}
