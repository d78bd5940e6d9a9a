import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

// What a strict project asks of the declarations; without @types/node, without the DOM, and with a `lib` that has
// no `Disposable` and no `Symbol.dispose`.
const LIBRARIES = [
  { lib: ['ES2022', 'DOM'], types: [] },
  { lib: ['ES2022'], types: ['node'] },
  { lib: ['ESNext', 'DOM', 'DOM.Iterable'], types: ['node'] },
]
const MODULES = [
  { module: 'node16', files: ['esm.mts', 'cjs.cts'] },
  { module: 'esnext', moduleResolution: 'bundler', files: ['esm.mts'] },
]
/** Deprecated in TypeScript 6, and gone in 7. */
const NODE10 = { module: 'commonjs', moduleResolution: 'node10', files: ['node10.ts'] }
const STRICT = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }

const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
const compilers = Object.keys(devDependencies).filter((name) => name.startsWith('typescript-'))

for (const compiler of compilers) {
  const major = Number(compiler.slice('typescript-'.length).split('.')[0])
  const deprecations = major === 6 ? { ignoreDeprecations: '6.0' } : {}
  const modules = [...MODULES, ...(major < 7 ? [{ ...NODE10, ...deprecations }] : [])]
  for (const library of LIBRARIES) {
    for (const { files, ...module } of modules) {
      const compilerOptions = { ...STRICT, ...module, ...library, target: 'es2022', noEmit: true, skipLibCheck: false }
      await writeFile('tsconfig.json', JSON.stringify({ compilerOptions, files }))
      await run(process.execPath, [`node_modules/${compiler}/lib/tsc.js`, '--project', '.']).catch(({ stdout }) => {
        process.exitCode = 1
        console.log(`${compiler} ${JSON.stringify({ ...module, ...library })}\n${stdout}`)
      })
    }
  }
}
