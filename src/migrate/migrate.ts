import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { type ConvertedFile, convertFile, LIBRARIES, type Library, runAdvice } from './convert-file.ts'
import { diffOf, uncleanReason } from './git.ts'
import { modulePath } from './read/imports.ts'
import { loadTypeScript, programOf } from './read/typescript.ts'
import { type Row, tableOf } from './report.ts'
import { runnerAdvice } from './runner-advice.ts'
import { unlistedModules, unlistedText } from './unlisted-modules.ts'

export interface MigrateOptions {
  readonly patterns: readonly string[]
  readonly from: Library | undefined
  readonly isWritten: boolean
  readonly isForced: boolean
}

export interface Migration {
  readonly code: 0 | 1
  readonly text: string
}

/** Rewrites the files of the patterns, or prints how it would. The exit code is 1 if anything is left by hand. */
export function migrate(folder: string, { patterns, from, isWritten, isForced }: MigrateOptions): Migration {
  const files = globSync([...patterns], {
    cwd: folder,
    ignore: ['**/node_modules/**'],
    expandDirectories: false,
  }).sort()
  if (files.length === 0) throw new Error(`no file fits ${patterns.join(' ')}`)
  const typescript = loadTypeScript(folder)
  const program = programOf(typescript, folder, files)
  const checker = program.getTypeChecker()
  const dependencies = dependenciesOf(folder)
  const convertAll = (partly?: ReadonlySet<string>) =>
    files.flatMap((file) => {
      const tree = program.getSourceFile(resolve(folder, file))
      const result = tree && convertFile(typescript, tree, checker, dependencies, from, partly)
      return result ? [{ file, result }] : []
    })
  const first = convertAll()
  const left = first.filter(({ result }) => result.left.length > 0).map(({ file }) => file)
  const unlisted = unlistedModules(typescript, program, folder, files)
  const partly = [...left, ...unlisted].map((file) => modulePath(resolve(folder, file)))
  // A file cannot tell by itself that another one still hands it what the old library makes.
  const results = partly.length === 0 ? first : convertAll(new Set(partly))
  if (results.length === 0) throw new Error(`none of ${files.length} files imports ${LIBRARIES.join(', ')}`)
  const rows = results.map(({ file, result }) => rowOf(folder, file, result, isWritten, isForced))
  const texts = isWritten ? [] : results.map(({ file, result }) => diffOf(folder, file, result.text))
  const parts = [
    ...texts,
    tableOf(rows),
    ...runAdvice(new Set(results.flatMap(({ result }) => (result.converted > 0 ? result.libraries : [])))),
    ...unlistedText(unlisted),
    ...runnerAdvice(
      dependencies,
      results.map(({ result }) => result),
    ),
  ]
  return { code: rows.some(({ left }) => left.length > 0) ? 1 : 0, text: parts.join('\n') }
}

/** Writes a file if it should be, and git could restore it. */
function rowOf(folder: string, file: string, result: ConvertedFile, isWritten: boolean, isForced: boolean): Row {
  const { converted, left, notes } = result
  const reason = isWritten && !isForced ? uncleanReason(folder, file) : undefined
  if (reason) {
    const all = converted + left.length
    const unwritten = Array.from({ length: all }, () => ({
      line: 1,
      reason: `not written: the file ${reason}; commit it, or use --force`,
    }))
    return { file, converted: 0, left: unwritten, notes: [] }
  }
  if (isWritten) writeFileSync(join(folder, file), result.text)
  return { file, converted, left, notes }
}

function dependenciesOf(folder: string): Set<string> {
  try {
    const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >
    return new Set(
      ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((kind) => Object.keys(json[kind] ?? {})),
    )
  } catch {
    return new Set()
  }
}
