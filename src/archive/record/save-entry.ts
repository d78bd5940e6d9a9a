import { MynahError } from '../../core/errors.ts'
import { show } from '../../core/show.ts'
import { isObject } from '../../core/type-guards.ts'
import type { HarEntry } from '../har-format.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { entryProblem } from '../parse-archive.ts'
import { entryText } from './cassette-file.ts'
import type { CassetteWriter } from './cassette-writer.ts'
import type { SaveEntry } from './record-exchange.ts'

/** Changes an entry before it is written, or returns another. */
// biome-ignore lint/suspicious/noConfusingVoidType: the type of a function without a return statement is void
export type Redact = (entry: HarEntry) => HarEntry | undefined | void

/** Returns a function that saves entries, without secrets and changed by `redact`. */
export function saveWith(writer: CassetteWriter, recordedBy: string, redact: Redact | undefined): SaveEntry {
  return (entry) => writer.write(entryText({ ...redacted(hideSecrets(entry), redact), _recordedBy: recordedBy }))
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
