import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type ts from 'typescript'
import type { TypeScript } from './source.ts'

/** npx runs the command from a folder of its own, which has its peer mynah. */
const HERE = fileURLToPath(import.meta.url)

function loadTypeScript(folder: string): TypeScript {
  const require = createRequire(join(folder, 'package.json'))
  let ts: TypeScript
  try {
    ts = require('typescript')
  } catch {
    throw new Error(
      "needs the project's own typescript to read its files, which is missing; npm install --no-save typescript@6",
    )
  }
  const major = Number.parseInt(ts.version ?? '', 10)
  if (!(major >= 5) || typeof ts.createProgram !== 'function') {
    throw new Error(
      `needs the project's own typescript, 5 or 6, to read its files, but found ${ts.version ?? 'another'}; npm install --no-save typescript@6`,
    )
  }
  return ts
}

/** Makes programs of the files of a project, with the project's own settings of paths and types. */
export class Project {
  readonly ts: TypeScript
  readonly folder: string
  readonly #options: ts.CompilerOptions
  readonly #files: readonly string[]
  /** The types that the first program has: some come with an import that goes, as those of Node with nock's. */
  #types: readonly string[] = []
  /** A file is read once for all programs. */
  readonly #trees: Map<string, ts.SourceFile | undefined> = new Map()

  constructor(folder: string, files: readonly string[]) {
    this.ts = loadTypeScript(folder)
    this.folder = folder
    this.#files = files.map((file) => resolve(folder, file))
    this.#options = optionsOf(this.ts, folder, this.#files)
    if (![...this.#files.slice(0, 1), HERE].some((file) => majorOf(file, 'mynah') !== undefined))
      throw new Error("needs mynah's types to check what it writes, which are missing; npm install --save-dev mynah")
  }

  program(texts: ReadonlyMap<string, string> = new Map()): ts.Program {
    const { ts } = this
    const options = this.#options
    const host = ts.createCompilerHost(options)
    const { getSourceFile } = host
    host.getSourceFile = (file, version, ...rest) => {
      const text = texts.get(resolve(file))
      if (text !== undefined) return ts.createSourceFile(file, text, version, true)
      if (!this.#trees.has(file)) this.#trees.set(file, getSourceFile.call(host, file, version, ...rest))
      return this.#trees.get(file)
    }
    // The project may not have installed mynah yet.
    host.resolveModuleNameLiterals = (literals, containing, redirected, used, around) =>
      literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(around, literal, used)
        const find = (from: string) => ts.resolveModuleName(literal.text, from, used, host, undefined, redirected, mode)
        const found = find(containing)
        if (found.resolvedModule) return found
        if (/^mynah(?:\/|$)/.test(literal.text)) return find(HERE)
        // Test runners find a module without its extension, where the settings are those of Node.
        const { ESNext: module } = ts.ModuleKind
        const lenient = { ...used, module, moduleResolution: ts.ModuleResolutionKind.Bundler }
        return ts.resolveModuleName(literal.text, containing, lenient, host)
      })
    const program = ts.createProgram([...this.#files, ...this.#types], options, host)
    const names = program.getSourceFiles().map(({ fileName }) => fileName)
    this.#types = names.filter((name) => /\/@types\/[^/]+\/index\.d\.ts$/.test(name))
    return program
  }
}

function optionsOf(ts: TypeScript, folder: string, files: readonly string[]): ts.CompilerOptions {
  // The nearest, which tells where names as `main/users` lead.
  const [config] = ['tsconfig.json', 'jsconfig.json']
    .flatMap((name) => ts.findConfigFile(folder, ts.sys.fileExists, name) ?? [])
    .toSorted((one, other) => other.length - one.length)
  return {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    jsx: ts.JsxEmit.Preserve,
    strict: true,
    ...(config === undefined ? {} : projectOptions(ts, config, files)),
    noEmit: true,
    allowJs: true,
    checkJs: true,
    skipLibCheck: true,
    incremental: false,
    composite: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
  }
}

/** A configuration that only names others, as Vite's templates have it, stands for the one that holds the files. */
function projectOptions(ts: TypeScript, config: string, files: readonly string[]): ts.CompilerOptions {
  const parsed = parseConfig(ts, config)
  const references = parsed.fileNames.length === 0 ? (parsed.projectReferences ?? []) : []
  const others = references.map((one) => parseConfig(ts, ts.resolveProjectReferencePath(one)))
  const holding = others.find(({ fileNames }) => fileNames.some((file) => files.includes(resolve(file))))
  return (holding ?? others[0] ?? parsed).options
}

function parseConfig(ts: TypeScript, config: string): ts.ParsedCommandLine {
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile)
  return ts.parseJsonConfigFileContent(json ?? {}, ts.sys, resolve(config, '..'))
}

/**
 * Returns the major version of a package that a file's project has installed, else the one that its package.json asks for; `undefined` if
 * neither tells.
 */
export function majorOf(file: string, name: string): number | undefined {
  let asked: number | undefined
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const installed = majorIn(readJson(join(folder, 'node_modules', name, 'package.json')).version)
    if (installed !== undefined) return installed
    const json = readJson(join(folder, 'package.json'))
    const kinds = [json.dependencies, json.devDependencies, json.peerDependencies]
    asked ??= kinds.map((kind) => majorIn(Object(kind)[name])).find((major) => major !== undefined)
    if (folder === dirname(folder)) return asked
  }
}

/** `13.5.6`, `^13.0.0`, `npm:nock@13`. */
function majorIn(version: unknown): number | undefined {
  const [, digits] = typeof version === 'string' ? (/(?:^|@)[\^~>=v\s]*(\d+)/.exec(version) ?? []) : []
  return digits === undefined ? undefined : Number(digits)
}

export function readJson(path: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
