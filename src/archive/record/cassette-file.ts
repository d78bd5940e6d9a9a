import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { threadId } from 'node:worker_threads'
import { MynahError } from '../../core/errors.ts'
import { reasonOf } from '../../core/refusal.ts'
import { type LooseEntry, parseArchive } from '../parse-archive.ts'
import { writeArchive } from '../write-archive.ts'
import { withLock } from './lock.ts'

/** The pieces of an entry's text. Its body may be too large for one string. */
export type EntryText = Iterable<string>

/** The text behind the last entry of an archive that mynah wrote. */
const TAIL = '\n    ]\n  }\n}\n'

/** Reads the entries of a cassette. */
export function readCassette(file: string): readonly LooseEntry[] {
  return parseArchive(
    orRefuse(file, 'read', () => readFileSync(file, 'utf8')),
    `The cassette ${file}`,
    'Repair it, or delete it and record it again',
  )
}

/** Whether the file of a cassette exists. */
export function isThere(file: string): boolean {
  return existsSync(file)
}

/** Adds entries at the end of a cassette, and creates the file if it is missing. A reader never sees a half-written file. */
export function appendEntries(file: string, entries: readonly EntryText[]): void {
  orRefuse(file, 'written', () => {
    mkdirSync(dirname(file), { recursive: true })
    withLock(file, (keep) => addEntries(file, entries, keep))
  })
}

/** Adds the cassette's name to an error of the file system. */
export function orRefuse<Result>(file: string, done: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof MynahError) throw error
    throw new MynahError('RECORDING', `The cassette ${file} cannot be ${done}: ${reasonOf(error)}`, { cause: error })
  }
}

function addEntries(file: string, entries: readonly EntryText[], keep: () => void): void {
  replaceFile(file, (beside) => {
    const { descriptor, isFirst } = openForEntries(file, beside)
    try {
      let separator = isFirst ? '\n' : ',\n'
      for (const entry of entries) {
        writeFileSync(descriptor, separator)
        separator = ',\n'
        for (const piece of entry) {
          writeFileSync(descriptor, piece)
          keep()
        }
      }
      writeFileSync(descriptor, TAIL)
    } finally {
      closeSync(descriptor)
    }
  })
}

/** Removes the entries that `keep` refuses. */
export function dropEntries(file: string, isKept: (entry: LooseEntry) => boolean): void {
  if (!isThere(file)) return
  orRefuse(file, 'written', () => {
    withLock(file, () => {
      const kept = readCassette(file).filter(isKept)
      replaceFile(file, (beside) => writeFileSync(beside, archiveText(kept)))
    })
  })
}

/** Writes a second file and renames it, so that nobody sees a half-written file. */
function replaceFile(file: string, write: (beside: string) => void): void {
  // A link stays a link.
  const target = isThere(file) ? realpathSync(file) : file
  const beside = `${target}.${process.pid}-${threadId}.tmp`
  try {
    write(beside)
    renameSync(beside, target)
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Opens a copy of a cassette, at the position where further entries are written. */
function openForEntries(file: string, beside: string): { descriptor: number; isFirst: boolean } {
  const isWhole = isThere(file)
  if (isWhole) copyFileSync(file, beside)
  const descriptor = openSync(beside, isWhole ? 'r+' : 'w+')
  if (isWhole && endsInTail(descriptor)) {
    const isEmpty = fstatSync(descriptor).size === archiveText([]).length
    return { descriptor: reopen(descriptor, beside), isFirst: isEmpty }
  }
  // The file is new, or somebody has formatted it.
  const entries = isWhole ? readCassette(file) : []
  ftruncateSync(descriptor)
  writeFileSync(descriptor, archiveText(entries).slice(0, -TAIL.length))
  return { descriptor: reopen(descriptor, beside, 0), isFirst: entries.length === 0 }
}

function endsInTail(descriptor: number): boolean {
  const { size } = fstatSync(descriptor)
  const end = Buffer.alloc(TAIL.length)
  return (
    size > TAIL.length && readSync(descriptor, end, 0, TAIL.length, size - TAIL.length) > 0 && end.toString() === TAIL
  )
}

/** Opens a file at its end, without the closing text. */
function reopen(descriptor: number, path: string, without = TAIL.length): number {
  ftruncateSync(descriptor, fstatSync(descriptor).size - without)
  closeSync(descriptor)
  return openSync(path, 'a')
}

/** Returns the text of an archive. Each entry starts on its own line, so that a diff shows which entries are new. */
export function archiveText(entries: readonly LooseEntry[]): string {
  const empty = JSON.stringify(writeArchive([]), null, 2).replace(/\[\]\s*\}\s*\}$/, '[')
  return empty + entries.map((entry, index) => `${index === 0 ? '\n' : ',\n'}${entryText(entry)}`).join('') + TAIL
}

/** Returns the text of an entry in an archive. */
export function entryText(entry: object): string {
  return JSON.stringify(entry, null, 2).replace(/^/gm, '      ')
}
