import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { compareTests } from './compare-tests.ts'
import { convertAll } from './convert-all.ts'
import { type ConvertedFile, LIBRARIES, type Library } from './convert-file.ts'
import { diffOf, filesWith, uncleanReason } from './git.ts'
import { MSW_1 } from './msw/convert-msw.ts'
import type { Left } from './read/rulings.ts'
import { Project, readJson } from './read/typescript.ts'
import { type Row, tableOf, unlistedText } from './report.ts'

interface MigrateOptions {
  readonly patterns: readonly string[]
  readonly from: Library | undefined
  readonly isWritten: boolean
  readonly isForced: boolean
  /** The command of the tests, which runs before and after the files are written. */
  readonly test: string | undefined
}

export interface Migration {
  readonly code: 0 | 1
  readonly text: string
}

/** Rewrites the files of the patterns, or prints how it would. The exit code is 1 if anything is left by hand, or a test that passed does no more. */
export function migrate(folder: string, { patterns, from, isWritten, isForced, test }: MigrateOptions): Migration {
  const files = globSync([...patterns], {
    cwd: folder,
    ignore: ['**/node_modules/**'],
    expandDirectories: false,
  }).sort()
  if (files.length === 0) throw new Error(`no file fits ${patterns.join(' ')}`)
  const usersBeside = (filesWith(folder, LIBRARIES) ?? []).filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !files.includes(file),
  )
  const { results, unlisted, isBegun } = convertAll(
    new Project(folder, [...files, ...usersBeside]),
    files,
    dependenciesOf(resolve(folder)),
    from,
  )
  if (results.length === 0) {
    const reason = `none of ${files.length} files imports ${LIBRARIES.join(', ')}`
    // A second run ends here. Without mynah, the pattern may be wrong.
    if (!isBegun) throw new Error(reason)
    return { code: 0, text: `nothing to convert: ${reason}\n` }
  }
  const isTested = test !== undefined && results.some(({ result }) => result.converted > 0)
  const compare = isTested ? compareTests(folder, test) : undefined
  const written = results.map(({ file, result }) => write(folder, file, result, isWritten, isForced))
  const compared = compare?.()
  const lineOf = new Map(results.map(({ path }, index) => [path, written[index]?.lineOf]))
  const rows = results.map(({ file, result }, index) => {
    const { unwritten, lineOf: own } = written[index] as Written
    const keeperOf = ({ keeper }: Left) =>
      keeper && `${relative(folder, keeper.path)}:${lineOf.get(keeper.path)?.(keeper.line) ?? keeper.line}`
    const placeOf = (one: Left) => ({ ...one, line: own(one.line), keeper: keeperOf(one) })
    return (
      unwritten ?? {
        file,
        converted: result.converted,
        left: result.left.map(placeOf),
        notes: result.notes.map(placeOf),
      }
    )
  })
  const diffs = isWritten ? [] : results.map(({ file, result }) => diffOf(folder, file, result.text))
  const isOld = rows.some(({ left }) => left.some(({ reason }) => reason === MSW_1))
  const isChanged = rows.some(({ converted }) => converted > 0)
  const ends = [...(isOld ? [`${MSW_1}: ${UPGRADE}`] : []), ...(compared?.lines ?? []), ...(isChanged ? [FAILING] : [])]
  const parts = [...diffs, tableOf(rows), ...ends, ...unlistedText(unlisted)]
  const isDone = rows.every(({ left }) => left.length === 0) && !compared?.isWorse
  return { code: isDone ? 0 : 1, text: parts.join('\n') }
}

const UPGRADE = 'move to msw 2 by its own codemod, https://mswjs.io/docs/migrations/1.x-to-2.x, and run this again\n'
const FAILING = 'When a test fails, see "What to check" in docs/guide/migrating.md of mynah\n'

/** What became of writing a file: the row of one that could not be written, and the line of what was at a line before. */
interface Written {
  readonly unwritten?: Row
  readonly lineOf: (line: number) => number
}

function write(folder: string, file: string, result: ConvertedFile, isWritten: boolean, isForced: boolean): Written {
  const { converted, left, text } = result
  const before = readFileSync(join(folder, file), 'utf8')
  if (!isWritten || text === before) return { lineOf: (line) => line }
  const reason = isForced ? undefined : uncleanReason(folder, file)
  if (reason) {
    const all = converted + left.length
    const unwritten = Array.from({ length: all }, () => ({
      line: 1,
      reason: `not written: the file ${reason}; commit it, or use --force`,
    }))
    return { unwritten: { file, converted: 0, left: unwritten, notes: [] }, lineOf: (line) => line }
  }
  writeFileSync(join(folder, file), text)
  return { lineOf: linesIn(result, before) }
}

/** The line of the new text for a line of the old one. */
function linesIn({ text, sourceOf }: ConvertedFile, before: string): (line: number) => number {
  const old = startsOf(before)
  const places = startsOf(text).map(sourceOf)
  return (line) => {
    const index = places.findIndex((place) => place >= (old[line - 1] ?? 0))
    return index < 0 ? places.length : index + 1
  }
}

function startsOf(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
}

/** The dependencies of the project, or of the nearest one around it that has a runner: a monorepo may have it at its root. */
function dependenciesOf(folder: string): Set<string> {
  const json = readJson(join(folder, 'package.json'))
  const kinds = [json.dependencies, json.devDependencies, json.peerDependencies]
  const names = kinds.flatMap((kind) => Object.keys(Object(kind)))
  const isWhole = folder === dirname(folder) || names.some((name) => RUNNER.test(name))
  return isWhole ? new Set(names) : dependenciesOf(dirname(folder))
}

const RUNNER = /^(?:mocha|jest|vitest|ava|tap|jasmine)$/
