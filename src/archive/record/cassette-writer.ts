import { getOrAdd } from '../../core/get-or-add.ts'
import type { LooseEntry } from '../parse-archive.ts'
import type { RecordedResponse } from '../read-response.ts'
import { appendEntries, dropEntries } from './cassette-file.ts'

/** The writers of each session. */
const writers = new WeakMap<object, Map<string, CassetteWriter>>()

/**
 * Returns the writer of a cassette in a session, a new one for the first call. A second `cassette()` of a test file then
 * leaves what the first has recorded.
 */
export function writerOf(session: object, key: string, make: () => CassetteWriter): CassetteWriter {
  const known = writers.get(session) ?? new Map<string, CassetteWriter>()
  writers.set(session, known)
  return getOrAdd(known, key, make)
}

/** Writes the entries of one recorder into a cassette. Entries that end at the same time are written together. */
export class CassetteWriter {
  /** The answers that `'new'` has recorded, by the keys of their requests. */
  readonly recorded = new Map<string, RecordedResponse>()
  readonly #file: string
  /** Whether an entry of an earlier recording stays. Called before the first entry is written. */
  #isKept: ((entry: LooseEntry) => boolean) | undefined
  #waiting: string[] = []
  #writing: Promise<void> | undefined

  constructor(file: string, isKept?: (entry: LooseEntry) => boolean) {
    this.#file = file
    this.#isKept = isKept
  }

  /** Resolves when the entry is in the file. */
  write(entry: string): Promise<void> {
    this.#waiting.push(entry)
    this.#writing ??= Promise.resolve().then(() => this.#writeAll())
    return this.#writing
  }

  #writeAll(): void {
    const entries = this.#waiting
    this.#waiting = []
    this.#writing = undefined
    if (this.#isKept) dropEntries(this.#file, this.#isKept)
    this.#isKept = undefined
    appendEntries(this.#file, entries)
  }
}
