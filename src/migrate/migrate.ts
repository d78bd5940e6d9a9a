import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { convertAll } from './convert-all.ts'
import { type ConvertedFile, LIBRARIES, type Library, runAdvice } from './convert-file.ts'
import { diffOf, uncleanReason } from './git.ts'
import { Project } from './read/typescript.ts'
import { type Row, tableOf } from './report.ts'
import { runnerAdvice } from './runner-advice.ts'
import { unlistedText } from './unlisted-modules.ts'

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
  const dependencies = dependenciesOf(folder)
  const { results, unlisted } = convertAll(new Project(folder, files), files, dependencies, from)
  if (results.length === 0) {
    const libraries = LIBRARIES.filter((library) => library !== 'fetch').join(', ')
    throw new Error(`none of ${files.length} files imports ${libraries}, or mocks fetch itself`)
  }
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
