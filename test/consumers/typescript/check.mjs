import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/*
 * Compiles each file as strict projects do, by each compiler of package.json, in a process of its own. What `tsc` prints is printed.
 * Up to TypeScript 6 the API of the compiler is asked about mynah's files and the project's own: the libraries of TypeScript and
 * Node take four fifths of the time. They are checked once by each version, and each time by TypeScript 7, which has no API.
 */

const run = promisify(execFile)
const require = createRequire(import.meta.url)

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

/** The files of TypeScript and Node. */
const LIBRARY = /\/node_modules\/(typescript-|@types\/)/

const [, , compiler] = process.argv
if (compiler) await check(compiler)
else {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const compilers = Object.keys(devDependencies).filter((name) => name.startsWith('typescript-'))
  const codes = compilers.map(async (name) => {
    const [code] = await once(spawn(process.execPath, ['check.mjs', name], { stdio: 'inherit' }), 'exit')
    return code
  })
  if ((await Promise.all(codes)).some((code) => code !== 0)) process.exitCode = 1
}

async function check(compiler) {
  const major = Number(compiler.slice('typescript-'.length).split('.')[0])
  const deprecations = major === 6 ? { ignoreDeprecations: '6.0' } : {}
  const modules = [...MODULES, ...(major < 7 ? [{ ...NODE10, ...deprecations }] : [])]
  // One version tries each library with each kind of modules. The others try each of both once.
  const pairs =
    major === 6
      ? LIBRARIES.flatMap((library) => modules.map((module) => ({ ...module, ...library })))
      : LIBRARIES.map((library, index) => ({ ...modules[index % modules.length], ...library }))
  const compile = major < 7 ? compileByApi : compileByCommand
  for (const { files, ...options } of pairs) report(compiler, options, await compile(compiler, options, files))
  const { files, ...whole } = { ...MODULES[0], ...LIBRARIES[2] }
  if (major < 7) report(compiler, whole, await compileByCommand(compiler, whole, files))
  report(compiler, ES2020, await compile(compiler, ES2020, ['es2020.cts']))
  report(compiler, HOOKS, await compile(compiler, HOOKS, ['literals.mts', 'jest-hooks.mts', 'node-hooks.mts']))
  // Before 5.4 it names the file of a type, not the import path that exports it: docs/guide/typescript.md.
  if (compiler !== 'typescript-5.0')
    report(compiler, DECLARATIONS, await compile(compiler, DECLARATIONS, ['wrappers.mts']))
  const underlined = placesOf(await compile(compiler, MISTAKES, ['mistakes.mts']))
  const expected = caretsOf(await readFile('mistakes.mts', 'utf8'))
  report(compiler, 'underlines where nothing is wrong', underlined.filter((place) => !expected.includes(place)).join())
  report(compiler, 'does not underline', expected.filter((place) => !underlined.includes(place)).join())
}

function projectOf(options) {
  return { ...STRICT, target: 'es2022', noEmit: true, skipLibCheck: false, ...options }
}

/** Resolves to what the compiler prints, which is nothing if all is right. */
async function compileByCommand(compiler, options, files) {
  const project = `${compiler}.json`
  await writeFile(project, JSON.stringify({ compilerOptions: projectOf(options), files }))
  return run(process.execPath, [`node_modules/${compiler}/lib/tsc.js`, '--project', project]).then(
    () => '',
    ({ stdout }) => stdout,
  )
}

/** As `compileByCommand`, without the errors inside of libraries. */
function compileByApi(compiler, options, rootNames) {
  const ts = require(compiler)
  const read = ts.convertCompilerOptionsFromJson(projectOf(options), process.cwd())
  const program = ts.createProgram({ rootNames, options: read.options })
  const files = program.getSourceFiles().filter(({ fileName }) => !LIBRARY.test(fileName))
  const found = [
    ...[...read.errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()],
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    ...(read.options.declaration ? program.getDeclarationDiagnostics() : []),
  ]
  return ts.formatDiagnostics(found, {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  })
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
