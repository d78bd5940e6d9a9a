import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { MynahError } from '../../core/errors.ts'
import { reasonOf } from '../../core/refusal.ts'
import { type LooseEntry, parseArchive } from '../parse-archive.ts'
import { writeArchive } from '../write-entry.ts'
import { withLock } from './lock.ts'

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

/** No path has more symbolic links; links that lead back to themselves have no end. */
const MOST_LINKS = 40

/** Returns the path of a file without symbolic links. A link to a missing file is followed too: that file is recorded. */
export function realPathOf(path: string, links = 0): string {
  if (existsSync(path) || links > MOST_LINKS) return realpathSync(path)
  const linked = linkOf(path)
  if (linked !== undefined) return realPathOf(resolve(dirname(path), linked), links + 1)
  return dirname(path) === path ? path : join(realPathOf(dirname(path), links), basename(path))
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Adds the texts of entries at the end of a cassette, and creates the file if it is missing. Removes entries that are not kept. */
export function appendEntries(file: string, entries: readonly string[], isKept?: (entry: LooseEntry) => boolean): void {
  orRefuse(file, 'written', () => {
    mkdirSync(dirname(file), { recursive: true })
    withLock(file, () => {
      const empty = archiveText([])
      const text = existsSync(file) ? readFileSync(file, 'utf8') : empty
      // Somebody may have formatted the file.
      const isReady = text === empty || (text.endsWith(TAIL) && !isKept)
      const known = isReady ? text : archiveText(readCassette(file).filter(isKept ?? (() => true)))
      const separator = known === empty ? '\n' : ',\n'
      replaceFile(file, known.slice(0, -TAIL.length) + separator + entries.join(',\n') + TAIL)
    })
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

/** Writes a second file and renames it, so that nobody sees a half-written file. */
export function replaceFile(file: string, text: string): void {
  const beside = `${file}.${process.pid}-${threadId}.tmp`
  try {
    writeFileSync(beside, text)
    renameSync(beside, file)
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Returns the text of an archive. Each entry starts on its own line, so that a diff shows which entries are new. */
function archiveText(entries: readonly LooseEntry[]): string {
  const empty = JSON.stringify(writeArchive([]), null, 2).replace(/\[\]\s*\}\s*\}$/, '[')
  return empty + entries.map((entry, index) => `${index === 0 ? '\n' : ',\n'}${entryText(entry)}`).join('') + TAIL
}

/** Returns the text of an entry in an archive. A `^` of a RegExp would also stand behind a U+2028 inside a recorded text. */
export function entryText(entry: object): string {
  return `      ${JSON.stringify(entry, null, 2).replaceAll('\n', '\n      ')}`
}
