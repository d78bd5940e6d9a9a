import { MynahError } from '../../core/errors.ts'
import { getOrAdd } from '../../core/get-or-add.ts'
import { show } from '../../core/show.ts'
import { isObject } from '../../core/type-guards.ts'
import type { HarEntry } from '../har-format.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { entryProblem, type LooseEntry } from '../parse-archive.ts'
import type { RecordedResponse } from '../read-entry.ts'
import { appendEntries, entryText } from './cassette-file.ts'

/** Changes an entry before it is written, or returns another. */
// biome-ignore lint/suspicious/noConfusingVoidType: the type of a function without a return statement is void
export type Redact = (entry: HarEntry) => HarEntry | undefined | void

/** The writers of each session. */
const writers = new WeakMap<object, Map<string, CassetteWriter>>()

/**
 * Returns the writer of a cassette in a session, a new one for the first call. A second `cassette()` of a test file then
 * leaves what the first has recorded.
 */
export function writerOf(session: object, key: string, make: () => CassetteWriter): CassetteWriter {
  const known = getOrAdd(writers, session, () => new Map<string, CassetteWriter>())
  return getOrAdd(known, key, make)
}

/** Writes the entries of one recorder into a cassette. Entries that end at the same time are written together. */
export class CassetteWriter {
  /** The answers that `'new'` has recorded, by the keys of their requests. */
  readonly recorded = new Map<string, RecordedResponse>()
  readonly #file: string
  /** Whether an entry of an earlier recording stays. Asked when the first entry is written. */
  #isKept: ((entry: LooseEntry) => boolean) | undefined
  #waiting: string[] = []
  #writing: Promise<void> | undefined

  constructor(file: string, isKept?: (entry: LooseEntry) => boolean) {
    this.#file = file
    this.#isKept = isKept
  }

  /** Writes an entry without secrets, changed by `redact`. Resolves when it is in the file. */
  save(entry: HarEntry, recordedBy: string, redact: Redact | undefined): Promise<void> {
    this.#waiting.push(entryText({ ...redacted(hideSecrets(entry), redact), _recordedBy: recordedBy }))
    this.#writing ??= Promise.resolve().then(() => this.#writeAll())
    return this.#writing
  }

  #writeAll(): void {
    const entries = this.#waiting
    this.#waiting = []
    this.#writing = undefined
    appendEntries(this.#file, entries, this.#isKept)
    this.#isKept = undefined
  }
}

function redacted(entry: HarEntry, redact: Redact | undefined): HarEntry {
  if (!redact) return entry
  const result: unknown = redact(entry) ?? entry
  if (!isObject(result) || !('request' in result && 'response' in result)) {
    refuse(`redact returned ${show(result)}; it returns an entry, or nothing after it has changed its argument`)
  }
  const problem = entryProblem(result, true)
  if (problem) refuse(`redact returned an entry that cannot be replayed: ${problem}`)
  return hideSecrets(result as HarEntry)
}

function refuse(problem: string): never {
  throw new MynahError('RECORDING', problem)
}
