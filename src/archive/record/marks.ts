import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  const folder = folderOf(file)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${mark.pid}-${mark.thread}.json`), JSON.stringify(mark))
}

/** Returns the marks of other recorders that record a cassette now, or have recorded it in this run. */
export function otherMarks(file: string, { name, run }: Recorder): Mark[] {
  return marksOf(file).filter((mark) => {
    if (run !== undefined && mark.run === run) return mark.name !== name
    return mark.pid !== process.pid && mark.parent === process.ppid && isAlive(mark.pid)
  })
}

function marksOf(file: string): Mark[] {
  const folder = folderOf(file)
  return listOf(folder).flatMap((name) => {
    const mark = readMark(join(folder, name))
    // The run of this mark is over.
    if (mark && (isAlive(mark.pid) || isAlive(mark.parent))) return mark
    rmSync(join(folder, name), { force: true })
    return []
  })
}

function folderOf(file: string): string {
  return join(tmpdir(), `mynah-${createHash('sha256').update(file).digest('hex').slice(0, 16)}`)
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A mark that is being written belongs to a recorder that has not recorded anything yet. */
function readMark(path: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Mark
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
