import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/*
 * Makes `import` and `require` load one copy of mynah, with one set of classes. The bundler has written each entry as CommonJS. It
 * moves behind a small file that names its exports, which an ES module exports again. `node build/es-modules.ts` runs after the
 * bundler.
 */
const DIST = join(import.meta.dirname, '../dist')
const ENTRIES = ['index', 'core', 'collection', 'har', 'openapi', 'record', 'expect']
/** They export nothing, and need their runner to be loaded. */
const DOORS = ['jest', 'jest-globals']

const load = createRequire(import.meta.url)

for (const name of ENTRIES) {
  const code = readFileSync(join(DIST, `${name}.cjs`), 'utf8')
  const bundle = join(DIST, 'shared', `${name}.cjs`)
  writeFileSync(bundle, code.replaceAll('require("./shared/', 'require("./'))
  const names = Object.keys(load(bundle)).join(', ')
  // The last line never runs: Node finds the names of a CommonJS file in such a line, and not in minified code. The default
  // export would need no names, but Vitest takes another value for it.
  writeFileSync(
    join(DIST, `${name}.cjs`),
    `const mynah = require("./shared/${name}.cjs")\nmodule.exports = mynah\n0 && (module.exports = { ${names} })\n`,
  )
  writeModule(name, `export { ${names} } from './${name}.cjs'\n`)
}
for (const name of DOORS) writeModule(name, `import './${name}.cjs'\n`)
// Vitest cannot be required, so its door is built as an ES module.
copyFileSync(join(DIST, 'vitest.d.cts'), join(DIST, 'vitest.d.ts'))

function writeModule(name: string, code: string): void {
  writeFileSync(join(DIST, `${name}.js`), code)
  writeFileSync(join(DIST, `${name}.d.ts`), `export * from './${name}.cjs'\n`)
}
