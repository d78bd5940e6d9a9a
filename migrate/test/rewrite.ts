import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { inject } from 'vitest'
import { type ConvertedFile, convertFile, type Library } from '../src/convert-file.ts'

const LIB = 'lib.esnext.d.ts'

/** TypeScript's own library is read once. */
const library = new Map<string, ts.SourceFile | undefined>()

/** Returns the path of a file in a project that has installed packages of these versions. */
export function fileIn(versions: Readonly<Record<string, string>>, name = 'users.test.ts'): string {
  const folder = mkdtempSync(join(inject('projectsFolder'), 'versions-'))
  for (const [library, version] of Object.entries(versions)) {
    mkdirSync(join(folder, 'node_modules', library), { recursive: true })
    writeFileSync(join(folder, 'node_modules', library, 'package.json'), JSON.stringify({ name: library, version }))
  }
  return join(folder, name)
}

/** Rewrites the text of a file, in a program of that file and TypeScript's own library. */
export function rewrite(text: string, name = '/project/users.test.ts', from?: Library): ConvertedFile | undefined {
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ESNext, allowJs: true, strict: true, lib: [LIB] }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) => {
    if (file === name) return ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)
    if (!library.has(file)) library.set(file, getSourceFile.call(host, file, ...rest))
    return library.get(file)
  }
  const program = ts.createProgram([name], options, host)
  const file = program.getSourceFile(name)
  if (!file) throw new Error(`${name} is not in the program`)
  return convertFile(ts, file, program.getTypeChecker(), new Set(['vitest']), from)
}

/** Runs a rewritten file by node:test. Returns its status, and what it printed if it failed. */
export function runWithMynah(text: string): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
  try {
    const file = join(folder, 'users.test.ts')
    symlinkSync(new URL('../node_modules', import.meta.url).pathname, join(folder, 'node_modules'))
    const entries = new URL('../../src/entries', import.meta.url).href
    writeFileSync(
      file,
      text.replace(/'mynah(?:\/(\w+))?'/g, (_, entry = 'index') => `'${entries}/${entry}.ts'`),
    )
    const { status, stdout } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8', timeout: 60_000 })
    return { status, output: status === 0 ? '' : stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
