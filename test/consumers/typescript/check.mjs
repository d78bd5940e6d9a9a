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

/** A project whose library is older than ES2022. */
const ES2020 = { module: 'node16', target: 'es2020', lib: ['ES2020', 'DOM'], types: [] }

/** The hooks of runners, as their own types declare them; those types are not checked themselves. */
const HOOKS = { module: 'node16', lib: ['ESNext'], types: ['node'], skipLibCheck: true }
/** What a project exports around mynah is written into declarations of its own, which can name no unexported interface. */
const DECLARATIONS = {
  module: 'node16',
  lib: ['ES2022', 'DOM'],
  types: [],
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
  outDir: 'node_modules/.declarations',
}
/** A file whose mistakes have a line with carets below: there the compiler has to underline them. */
const MISTAKES = { module: 'node16', lib: ['ES2022'], types: ['node'] }

const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
const compilers = Object.keys(devDependencies).filter((name) => name.startsWith('typescript-'))

for (const compiler of compilers) {
  const major = Number(compiler.slice('typescript-'.length).split('.')[0])
  const deprecations = major === 6 ? { ignoreDeprecations: '6.0' } : {}
  const modules = [...MODULES, ...(major < 7 ? [{ ...NODE10, ...deprecations }] : [])]
  // One version tries each library with each kind of modules. The others try each of both once.
  const pairs =
    major === 6
      ? LIBRARIES.flatMap((library) => modules.map((module) => ({ ...module, ...library })))
      : LIBRARIES.map((library, index) => ({ ...modules[index % modules.length], ...library }))
  for (const { files, ...options } of pairs) report(compiler, options, await compile(compiler, options, files))
  report(compiler, ES2020, await compile(compiler, ES2020, ['es2020.cts']))
  report(compiler, HOOKS, await compile(compiler, HOOKS, ['literals.mts']))
  report(compiler, HOOKS, await compile(compiler, HOOKS, ['jest-hooks.mts', 'node-hooks.mts']))
  // Before 5.4 it names the file of a type, not the import path that exports it: docs/guide/typescript.md.
  if (compiler !== 'typescript-5.0')
    report(compiler, DECLARATIONS, await compile(compiler, DECLARATIONS, ['wrappers.mts']))
  const underlined = placesOf(await compile(compiler, MISTAKES, ['mistakes.mts']))
  const expected = caretsOf(await readFile('mistakes.mts', 'utf8'))
  report(compiler, 'underlines where nothing is wrong', underlined.filter((place) => !expected.includes(place)).join())
  report(compiler, 'does not underline', expected.filter((place) => !underlined.includes(place)).join())
}

/** Resolves to what the compiler prints, which is nothing if all is right. */
async function compile(compiler, options, files) {
  const compilerOptions = { ...STRICT, target: 'es2022', noEmit: true, skipLibCheck: false, ...options }
  await writeFile('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  return run(process.execPath, [`node_modules/${compiler}/lib/tsc.js`, '--project', '.']).then(
    () => '',
    ({ stdout }) => stdout,
  )
}

function report(compiler, what, printed) {
  if (printed === '') return
  process.exitCode = 1
  console.log(`${compiler} ${JSON.stringify(what)}\n${printed}`)
}

/** The places of the errors that a compiler has printed: `4:26`. */
function placesOf(printed) {
  return [...printed.matchAll(/^mistakes\.mts\((\d+),(\d+)\)/gm)].map(([, line, column]) => `${line}:${column}`)
}

/** The places of the carets, each in the line above it. */
function caretsOf(source) {
  return source
    .split('\n')
    .flatMap((line, index) => (/^\/\/ +\^/.test(line) ? [`${index}:${line.indexOf('^') + 1}`] : []))
}
