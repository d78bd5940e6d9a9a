import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
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

/** A module of Node that a file requires. */
const BUILT_IN = new RegExp(`\\brequire\\('(${builtinModules.join('|')})'\\)`, 'g')

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
 * it is first required, with its exports as properties: those are all globals of mynah's own bundle (`build/node-globals.ts`). A
 * `require` of Node's modules would become a function of mynah's bundle. Compression and streams of sockets, which mynah does not use of
 * `ws`, are left out; the build fails if the package has changed there.
 */
export function trimWs(): Plugin {
  return {
    name: 'trim-ws',
    setup({ onLoad }) {
      onLoad({ filter: /node_modules[\\/]ws[\\/]wrapper\.mjs$/ }, async ({ path }) => {
        const names = new Set<string>()
        const { outputFiles } = await build({ ...OPTIONS, entryPoints: [path], plugins: [trim(names)] })
        const imports = [...names].map((name) => `import node_${name} from 'node:${name}'\n`)
        return { contents: imports.join('') + outputFiles?.[0]?.text }
      })
    },
  }
}

/** Adds the names of Node's modules that are required to `names`. */
function trim(names: Set<string>): Plugin {
  return {
    name: 'trim',
    setup({ onLoad }) {
      onLoad({ filter: /ws[\\/]lib[\\/][\w-]+\.js$/ }, ({ path }) => {
        const code = readFileSync(path, 'utf8')
        const [, expected, left] = LEFT.find(([file]) => file.test(path)) ?? []
        if (expected && !code.includes(expected))
          return { errors: [{ text: `${path} is not as build/trim-ws.ts expects it` }] }
        const contents = (left ?? code).replaceAll(BUILT_IN, (_, name) => {
          names.add(name)
          return `node_${name}`
        })
        return { contents }
      })
    },
  }
}
