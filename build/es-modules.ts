import { copyFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/*
 * Writes an ES module beside each CommonJS file that Node loads: it exports what that file has, so that `import` and `require`
 * load one copy of mynah, with one set of classes. `node build/es-modules.ts` runs after the bundler.
 */
const DIST = join(import.meta.dirname, '../dist')
const ENTRIES = ['index', 'core', 'har', 'openapi', 'record', 'expect']
/** They export nothing, and need their runner to be loaded. */
const DOORS = ['jest', 'jest-globals']

const load = createRequire(import.meta.url)

for (const name of ENTRIES) {
  const names = Object.keys(load(join(DIST, `${name}.cjs`)))
  // From the default export: not every runtime finds the names of a CommonJS file.
  write(name, `import mynah from './${name}.cjs'\nexport const { ${names.join(', ')} } = mynah\n`)
}
for (const name of DOORS) write(name, `import './${name}.cjs'\n`)
// Vitest cannot be required, so its door is built as an ES module.
copyFileSync(join(DIST, 'vitest.d.cts'), join(DIST, 'vitest.d.ts'))

function write(name: string, code: string): void {
  writeFileSync(join(DIST, `${name}.js`), code)
  writeFileSync(join(DIST, `${name}.d.ts`), `export * from './${name}.cjs'\n`)
}
