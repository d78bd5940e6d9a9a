import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

const UNUSED_CLASS = /^var (Fetch(?:Request|Response)) = (class [\s\S]*?^});$/gm
const LOGGER = /^\/\/#region src\/utils\/logger\.ts\n[\s\S]*?^\/\/#endregion$/m

/** A logger as it is while the variable `DEBUG` is not set. */
const SILENT = `
function createLogger() { return { info() {}, verbose() {}, isEnabled: () => false } }
async function formatRequest() { return '' }
async function formatResponse() { return '' }`

/**
 * Leaves out of the bundles what mynah does not use of `@mswjs/interceptors`, and bundlers cannot know to be unused: two
 * classes, since they extend a global, and the log, since it is off. Fails the build if the package has changed there.
 */
export function trimInterceptors(): Plugin {
  const trim = (path: string, edit: (source: string) => string, isDone: (trimmed: string) => boolean) => {
    const contents = edit(readFileSync(path, 'utf8'))
    return isDone(contents)
      ? { contents }
      : { errors: [{ text: `${path} is not as build/trim-interceptors.ts expects it` }] }
  }
  return {
    name: 'trim-interceptors',
    setup({ onLoad }) {
      onLoad({ filter: /interceptors\/lib\/node\/fetch-utils-[\w-]+\.js$/ }, ({ path }) =>
        trim(
          path,
          (source) => source.replaceAll(UNUSED_CLASS, 'var $1 = /* @__PURE__ */ (() => $2)();'),
          (trimmed) => trimmed.split('/* @__PURE__ */ (() => class').length === 3,
        ),
      )
      onLoad({ filter: /interceptors\/lib\/node\/interceptor-[\w-]+\.js$/ }, ({ path }) =>
        trim(
          path,
          (source) => source.replace(LOGGER, SILENT),
          (trimmed) => trimmed.includes(SILENT),
        ),
      )
    },
  }
}
