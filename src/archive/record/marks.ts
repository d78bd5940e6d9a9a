import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { isAlive } from '../../runtime/environment.ts'
import { replaceFile } from './cassette-file.ts'
import type { Recorder } from './recorder.ts'

/**
 * A file that a recorder writes into the system's temporary folder. It tells other recorders of the same run that this
 * cassette is being recorded: they must not answer from it yet, although its file exists.
 */
interface Mark {
  /** The cassette. */
  readonly file: string
  readonly pid: number
  readonly parent: number
  readonly run: string | undefined
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** The marks that are deleted when the process ends. */
const marksToDelete = new Set<string>()

/** Writes the mark of a recorder of a cassette. */
export function leaveMark(file: string, { name, run }: Recorder, since: number): void {
  const mark: Mark = { file, pid: process.pid, parent: process.ppid, run, name, since }
  const path = join(markFolder(), `${keyOf(file)}-${process.pid}-${threadId}.json`)
  mkdirSync(markFolder(), { recursive: true })
  replaceFile(path, JSON.stringify(mark))
  // Without a runner, no mark counts after the end of its process.
  if (run !== undefined) return
  if (marksToDelete.size === 0) process.once('exit', deleteMarks)
  marksToDelete.add(path)
}

function deleteMarks(): void {
  for (const path of marksToDelete) rmSync(path, { force: true })
  marksToDelete.clear()
}

/**
 * Returns the marks of other recorders that record a cassette now, or have recorded it in this run. Deletes the marks of runs
 * that are over, of all cassettes.
 */
export function otherMarks(file: string, { name, run }: Recorder): Mark[] {
  return livingMarks().filter((mark) => {
    if (mark.file !== file) return false
    if (run !== undefined && mark.run === run) return mark.name !== name
    return mark.pid !== process.pid && mark.parent === process.ppid && isAlive(mark.pid)
  })
}

function livingMarks(): Mark[] {
  return orNone(() => readdirSync(markFolder())).flatMap((name) => {
    if (!name.endsWith('.json')) return []
    const path = join(markFolder(), name)
    // Another recorder may have deleted the mark meanwhile.
    const marks = orNone(() => [JSON.parse(readFileSync(path, 'utf8')) as Mark])
    const living = marks.filter(({ pid, parent }) => isAlive(pid) || isAlive(parent))
    if (living.length === 0) rmSync(path, { force: true })
    return living
  })
}

function orNone<Item>(read: () => Item[]): Item[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** Returns the folder of all marks of one user: another user's could not be written. */
export function markFolder(): string {
  return join(tmpdir(), `mynah-cassettes-${process.getuid?.() ?? ''}`)
}

/** Returns the beginning of the names of a cassette's marks. */
export function keyOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16)
}
