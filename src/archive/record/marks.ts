import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { Recorder } from './recorder.ts'

/**
 * A file that a recorder writes into the system's temporary folder. It tells other recorders of the same run that this
 * cassette is being recorded: they must not answer from it yet, although its file exists.
 */
export interface Mark {
  readonly pid: number
  readonly parent: number
  readonly thread: number
  readonly run: string | undefined
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** Writes the mark of a recorder of a cassette. */
export function leaveMark(file: string, { name, run }: Recorder, since: number): void {
  const mark: Mark = { pid: process.pid, parent: process.ppid, thread: threadId, run, name, since }
  const path = join(markFolder(), `${keyOf(file)}-${mark.pid}-${mark.thread}.json`)
  mkdirSync(markFolder(), { recursive: true })
  // Renamed, so that nobody reads half of it.
  writeFileSync(`${path}.tmp`, JSON.stringify(mark))
  renameSync(`${path}.tmp`, path)
  // Without a runner, no mark counts after the end of its process.
  if (run === undefined) deleteAtExit(path)
}

const ownMarks = new Set<string>()

function deleteAtExit(path: string): void {
  if (ownMarks.size === 0) process.once('exit', deleteOwnMarks)
  ownMarks.add(path)
}

function deleteOwnMarks(): void {
  for (const path of ownMarks) rmSync(path, { force: true })
  ownMarks.clear()
}

/**
 * Returns the marks of other recorders that record a cassette now, or have recorded it in this run. Deletes the marks of runs
 * that are over, of all cassettes.
 */
export function otherMarks(file: string, { name, run }: Recorder): Mark[] {
  const marks = marksByFile().filter(({ path }) => path.startsWith(`${keyOf(file)}-`))
  return marks.flatMap(({ mark }) => {
    const isOther =
      run !== undefined && mark.run === run
        ? mark.name !== name
        : mark.pid !== process.pid && mark.parent === process.ppid && isAlive(mark.pid)
    return isOther ? [mark] : []
  })
}

function marksByFile(): { readonly path: string; readonly mark: Mark }[] {
  const paths = filesIn(markFolder()).filter((path) => path.endsWith('.json'))
  return paths.flatMap((path) => {
    const mark = readMark(join(markFolder(), path))
    if (mark && (isAlive(mark.pid) || isAlive(mark.parent))) return [{ path, mark }]
    rmSync(join(markFolder(), path), { force: true })
    return []
  })
}

/** Returns the folder of all marks of one user: another user's could not be written. */
export function markFolder(): string {
  return join(tmpdir(), `mynah-cassettes-${process.getuid?.() ?? ''}`)
}

/** Returns the beginning of the names of a cassette's marks. */
export function keyOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16)
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Another recorder may have deleted the mark meanwhile. */
function readMark(path: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Mark
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
