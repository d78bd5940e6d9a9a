import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

// What a strict project asks of the declarations; without @types/node, without the DOM, and with a `lib` that has
// neither `Disposable` nor `Symbol.dispose`.
const LIBRARIES = [
  { lib: ['ES2022', 'DOM'], types: [] },
  { lib: ['ES2022'], types: ['node'] },
  { lib: ['ESNext', 'DOM', 'DOM.Iterable'], types: ['node'] },
]
const MODULES = [
  { module: 'node16', files: ['esm.mts', 'cjs.cts'] },
  { module: 'esnext', moduleResolution: 'bundler', files: ['esm.mts'] },
]
const STRICT = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }

const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
const compilers = Object.keys(devDependencies).filter((name) => name.startsWith('typescript-'))

for (const compiler of compilers) {
  for (const library of LIBRARIES) {
    for (const { files, ...module } of MODULES) {
      const compilerOptions = { ...STRICT, ...module, ...library, target: 'es2022', noEmit: true, skipLibCheck: false }
      await writeFile('tsconfig.json', JSON.stringify({ compilerOptions, files }))
      await run(process.execPath, [`node_modules/${compiler}/lib/tsc.js`, '--project', '.']).catch(({ stdout }) => {
        process.exitCode = 1
        console.log(`${compiler} ${module.module} ${library.lib} ${library.types}\n${stdout}`)
      })
    }
  }
}
