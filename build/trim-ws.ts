import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/** What mynah's server does not use of a file, and what is left of it. A test's own client is another copy of `ws`. */
const UNUSED: readonly (readonly [file: RegExp, unused: RegExp, left: string])[] = [
  [
    /permessage-deflate\.js$/,
    /^.*return 'permessage-deflate'.*$/s,
    "module.exports = { extensionName: 'permessage-deflate' }",
  ],
  [/stream\.js$/, /^.*function createWebSocketStream.*$/s, 'module.exports = undefined'],
  // The client.
  [/websocket\.js$/, /^const (?:https?|net|querystring|tls|\{ URL \}) = require\(.*$/gm, ''],
  [
    /websocket\.js$/,
    /^function (initAsClient|emitErrorAndClose|netConnect|tlsConnect|abortHandshake)\(.*?^\}$/gms,
    'function $1() {}',
  ],
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
 * `require` of Node's modules would become a function of mynah's bundle. What mynah does not use is left out; the build fails if the
 * package has changed there.
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
        let code = readFileSync(path, 'utf8')
        for (const [file, unused, left] of UNUSED) {
          if (!file.test(path)) continue
          const trimmed = code.replace(unused, left)
          if (trimmed === code)
            return { errors: [{ text: `${path} has no ${unused}, which build/trim-ws.ts removes` }] }
          code = trimmed
        }
        const contents = code.replaceAll(BUILT_IN, (_, name) => {
          names.add(name)
          return `node_${name}`
        })
        return { contents }
      })
    },
  }
}
