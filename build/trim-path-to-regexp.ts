import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/** The RegExps of `path-to-regexp` for the characters of a name. */
const OF_UNICODE = /^const (ID\w*) = \/(.*)\/u;$/gm

/**
 * Makes the RegExps of `path-to-regexp` with classes of Unicode when they are tested. V8 reads such a class in a literal with each
 * import: 5 million instructions, a thirtieth of what a short test file takes, and most paths have no name that needs them. Fails the
 * build if the package has changed there.
 */
export function trimPathToRegexp(): Plugin {
  return {
    name: 'trim-path-to-regexp',
    setup({ onLoad }) {
      onLoad({ filter: /path-to-regexp[\\/]dist[\\/]index\.js$/ }, ({ path }) => {
        const contents = readFileSync(path, 'utf8').replace(
          OF_UNICODE,
          (_, name, source) => `const ${name} = whenTested(${JSON.stringify(source)});`,
        )
        return contents.split('whenTested(').length === 4
          ? { contents: contents + WHEN_TESTED }
          : { errors: [{ text: `${path} is not as build/trim-path-to-regexp.ts expects it` }] }
      })
    },
  }
}

const WHEN_TESTED = `
function whenTested(source) {
  let regexp;
  return { test: (text) => (regexp ??= new RegExp(source, "u")).test(text) };
}`
