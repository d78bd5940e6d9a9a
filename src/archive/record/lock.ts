import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../runtime/environment.ts'
import { now, timeOrigin } from '../../runtime/time.ts'

/** In milliseconds. A lock that is older belongs to a thread, or to a process of another computer, that was killed. */
const STALE = 10_000

/** The time between two tries, in milliseconds. */
const PAUSE = 5

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Runs a function while no other process or thread runs one for the same file. `withLock` stops this thread while it waits,
 * so the thread must not hold the lock already.
 */
export function withLock<Result>(file: string, run: () => Result): Result {
  const lock = `${file}.lock`
  let seen: SeenLock | undefined
  while (!tryToLock(lock)) {
    seen = removeDead(lock, seen)
    // No timer is used: a test may fake it.
    Atomics.wait(sleeper, 0, 0, PAUSE)
  }
  try {
    return run()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** A lock is a folder with a file that names its owner. If several processes create one folder, exactly one succeeds. */
function tryToLock(lock: string): boolean {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
    return false
  }
  try {
    writeFileSync(join(lock, `${process.pid}@${hostname()}`), '')
    return true
  } catch (error) {
    // Another process has taken the new folder for one of a dead process, and has removed it.
    if (errnoOf(error) !== 'ENOENT') throw error
    return false
  }
}

/** A lock of another, and when this thread has first seen it. */
interface SeenLock {
  readonly state: string
  /** Milliseconds of this process's own clock: the clock that dates the lock may be ahead. */
  readonly since: number
}

/** Removes the lock of a dead owner. The folder stays if a new owner has locked it meanwhile: it is not empty then. */
function removeDead(lock: string, known: SeenLock | undefined): SeenLock | undefined {
  const folder = lstatSync(lock, { throwIfNoEntry: false })
  if (!folder) return undefined
  if (!folder.isDirectory()) {
    throw new Error(`${lock} is no folder, and stands where the folder that locks the cassette has to be; delete it`)
  }
  try {
    const [owner] = readdirSync(lock)
    const state = `${owner} ${folder.mtimeMs}`
    const seen = known?.state === state ? known : { state, since: now() }
    if (!isDead(owner) && !isStale(folder.mtimeMs) && now() - seen.since <= STALE) return seen
    if (owner !== undefined) rmSync(join(lock, owner), { force: true })
    rmdirSync(lock)
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY'].includes(errnoOf(error))) throw error
  }
  return undefined
}

function isDead(owner = ''): boolean {
  const [, pid, host] = /^(\d+)@(.*)$/.exec(owner) ?? []
  return host === hostname() && !isAlive(Number(pid))
}

function isStale(mtime: number): boolean {
  return timeOrigin + now() - mtime > STALE
}

function errnoOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}
