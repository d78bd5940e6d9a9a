import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { now, timeOrigin } from '../../runtime/time.ts'

/** In milliseconds. A lock that was not touched for so long belongs to a process that was killed. */
const STALE = 10_000

/** The time between two tries, in milliseconds. */
const PAUSE = 5

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Runs a function while no other process or thread runs one for the same file. The function has to call `keep` at least
 * every few seconds. `withLock` stops this thread while it waits, so the thread must not hold the lock already.
 */
export function withLock<Result>(file: string, run: (keep: () => void) => Result): Result {
  const lock = `${file}.lock`
  // If several processes create one folder, exactly one succeeds on every file system. No timer is used: a test may fake it.
  while (!tryToLock(lock)) Atomics.wait(sleeper, 0, 0, PAUSE)
  try {
    return run(() => touch(lock))
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function tryToLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isStale(lock)) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function isStale(lock: string): boolean {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
  return timeOrigin + now() - mtimeMs > STALE
}

function touch(lock: string): void {
  const seconds = (timeOrigin + now()) / 1000
  utimesSync(lock, seconds, seconds)
}
