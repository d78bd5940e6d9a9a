import { readFileSync } from 'node:fs'
import { type BuildOptions, build, type Plugin } from 'esbuild'

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

const OPTIONS: BuildOptions = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // esbuild names the modules otherwise.
  minify: true,
  // It looks for native packages, which no bundle holds.
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
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
        const { outputFiles } = await build({ ...OPTIONS, entryPoints: [path], plugins: [trim] })
        const names = new Set<string>()
        const code = (outputFiles?.[0]?.text ?? '').replaceAll(/\b__require\("(\w+)"\)/g, (_, name) => {
          names.add(name)
          return `node_${name}`
        })
        return { contents: [...names].map((name) => `import node_${name} from 'node:${name}'\n`).join('') + code }
      })
    },
  }
}
