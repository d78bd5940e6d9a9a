import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/*
 * Makes `import` and `require` load one copy of mynah, with one set of classes. The bundler has written each entry as CommonJS, and
 * an ES module exports it again. `node build/es-modules.ts` runs after the bundler.
 */
const DIST = join(import.meta.dirname, '../dist')
const ENTRIES = [
  'index',
  'core',
  'collection',
  'graphql',
  'graphql-schema',
  'har',
  'interceptors',
  'openapi',
  'playwright',
  'websocket',
  'record',
  'server',
  'expect',
]
/** They export nothing, and need their runner to be loaded. */
const ASSERTIONS = ['jest', 'jest-globals']

/** They are ES modules alone. */
const STORYBOOK = ['storybook', 'storybook-preview', 'storybook-manager']

/** The bundler exports a name of a chunk by a getter. That is ten times the code, and a call for each use. */
const GETTER =
  /Object\.defineProperty\(exports,\s?"(\w+)",\s?\{\s?enumerable:!0,\s?get:function\(\)\{\s?return (\w+\.\w+)\s?\}\s?\}\)/g

const load = createRequire(import.meta.url)

for (const name of ENTRIES) {
  const file = join(DIST, `${name}.cjs`)
  const code = readFileSync(file, 'utf8').replaceAll(GETTER, 'exports.$1=$2')
  const names = Object.keys(load(file)).join(', ')
  if (/function|=>/.test(code)) moveBehind(name, code, names)
  else writeFileSync(file, code)
  writeModule(name, `export { ${names} } from './${name}.cjs'\n`)
}
for (const name of ASSERTIONS) writeModule(name, `import './${name}.cjs'\n`)
// Vitest cannot be required, and its reporters and Storybook's addons are imported: these are built as ES modules.
for (const name of ['vitest', 'unused', ...STORYBOOK])
  copyFileSync(join(DIST, `${name}.d.cts`), join(DIST, `${name}.d.ts`))
for (const name of STORYBOOK) rmSync(join(DIST, `${name}.d.cts`))

/** Moves the code of an entry behind a small file that names its exports. An entry that only names those of a chunk is small itself. */
function moveBehind(name: string, code: string, names: string): void {
  writeFileSync(join(DIST, 'shared', `${name}.cjs`), code.replaceAll('require("./shared/', 'require("./'))
  // The last line never runs: Node finds the names of a CommonJS file in such a line, and not in minified code. The default
  // export would need no names, but Vitest takes another value for it.
  writeFileSync(
    join(DIST, `${name}.cjs`),
    `const mynah = require("./shared/${name}.cjs")\nmodule.exports = mynah\n0 && (module.exports = { ${names} })\n`,
  )
}

function writeModule(name: string, code: string): void {
  writeFileSync(join(DIST, `${name}.js`), code)
  writeFileSync(join(DIST, `${name}.d.ts`), `export * from './${name}.cjs'\n`)
}
