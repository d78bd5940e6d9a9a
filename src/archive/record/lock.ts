import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { now, timeOrigin } from '../../runtime/time.ts'

/** A lock that nobody has touched for so long was left behind by a process that was killed, in milliseconds. */
const STALE = 10_000

/** How long to wait between two tries, in milliseconds. */
const PAUSE = 5

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Runs a function while no other process and no other thread runs one for the same file. The function has to call `keep`
 * at least every few seconds. It waits by stopping this thread, which must not hold the lock itself.
 */
export function withLock<Result>(file: string, run: (keep: () => void) => Result): Result {
  const lock = `${file}.lock`
  // On every file system, of all who try to make a folder one succeeds. To wait takes no timer: a test's may be fake.
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
