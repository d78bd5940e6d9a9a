import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Plugin } from 'esbuild'

/** What is changed in the files of @mswjs/interceptors on their way into the bundle. */
const CHANGES: readonly ((source: string) => string)[] = [
  // Each request writes a dozen lines, time and all, into a logger that nobody hears. Without it `debug` and `ms`
  // stay out too, which look at the environment, the terminal and `localStorage` while they load.
  (source) =>
    source
      .replace(
        /^function createLogger\(namespace\) \{\n[\s\S]*?^\}$/m,
        'function createLogger() {\n\treturn { info() {}, verbose() {}, isEnabled: () => false };\n}',
      )
      .replace(/^import debug from "debug";$/m, '')
      .replace(/^var import_browser = (?=\/\* @__PURE__ \*\/ __toESM)/m, 'var import_browser = false && '),
  // Globals are wrapped to remember how a header was written. It is enough that the classes which extend them see
  // that; and in plain jsdom there are none, so that they could not be put back at the end.
  (source) =>
    source.replace(
      /^function recordRawFetchHeaders\(\) \{\n[\s\S]*?^\}$/m,
      (text) => `const realm = { Headers, Request, Response };\n${text.replaceAll(/\bglobalThis\b/g, 'realm')}`,
    ),
]

/** What must not be there any more: a later version may be written in another way. */
const LEFT = /^(?!\s*\*).*from "debug"|createLogger\(namespace\)|^var import_browser = \/|globalThis, "He.*/m

/** Makes @mswjs/interceptors fit for a bundle that is one file, CommonJS too, and runs on Jest. */
export function fitInterceptors(): Plugin {
  return {
    name: 'fit-interceptors',
    setup({ onLoad }) {
      onLoad({ filter: /@mswjs[\\/]interceptors[\\/]lib[\\/].*\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        const contents = CHANGES.reduce((text, change) => change(text), source)
        const left = LEFT.exec(contents)
        if (left) return { errors: [{ text: `${basename(path)} still has ${left[0]}: adapt the changes` }] }
        return { contents, loader: 'js' }
      })
    },
  }
}
