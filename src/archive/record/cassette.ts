import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MynahError } from '../../core/errors.ts'
import { assertArgument, checkOptionNames, refuseCall } from '../../core/refusal.ts'
import { show } from '../../core/show.ts'
import type { Trace } from '../../core/stub/call-site.ts'
import { defineStub } from '../../core/stub/define-stub.ts'
import type { Stub } from '../../core/stub/stub.ts'
import { isUrl } from '../../core/type-guards.ts'
import { now, timeOrigin } from '../../runtime/time.ts'
import { checkIgnore, type Ignore, isOrigin } from '../archive-options.ts'
import { exchangesOf } from '../exchanges.ts'
import type { LooseEntry } from '../parse-archive.ts'
import { toStubs } from '../to-stubs.ts'
import { isThere, readCassette } from './cassette-file.ts'
import { CassetteWriter } from './cassette-writer.ts'
import { leaveMark, otherMarks } from './marks.ts'
import { decideMode, type Mode } from './mode.ts'
import { recordExchange } from './record-exchange.ts'
import { currentRecorder, type Recorder } from './recorder.ts'
import { type Redact, saveWith } from './save-entry.ts'

/** The options of `cassette`. */
export interface CassetteOptions {
  /** The origins whose requests are recorded. */
  readonly origins: readonly string[]
  /** `'missing'` unless said. `MYNAH_RECORD` wins over it, and where `CI` is set it is `'none'`. */
  readonly mode?: Mode
  readonly redact?: Redact
  readonly ignore?: Ignore
}

/**
 * Makes stubs of a cassette: a HAR archive that records itself. Where the file is there, they answer from it. Where it is
 * missing, requests to `origins` are really made, and written to it, each with its answer, as soon as that has come.
 *
 * - `mode`: `'missing'` (as just said, decided at this call), `'all'` (records anew what this test file has recorded),
 *   `'none'` (never records). `MYNAH_RECORD` wins over it; otherwise it is `'none'` where `CI` is set.
 * - `redact`: changes an entry before it is written, or returns another. Secrets are never written.
 * - `ignore`: `{ queries: [names], body: true }`, what does not count when a request is matched.
 *
 * @throws {MynahError} `RECORDING`, if the file is missing where nothing may be recorded; `HAR`, if it is no archive.
 * @throws {RouteDefinitionError} for an option that is unknown or has a wrong value.
 * @example
 * setupMocks([rest.get('/flags', {}), ...cassette('test/recorded/github.har', { origins: ['https://api.github.com'] })])
 */
export function cassette(file: string | URL, options: CassetteOptions): Stub[] {
  const path = pathOf(file)
  checkOptions(options)
  const trace: Trace = {}
  Error.captureStackTrace(trace, cassette)
  const recorder = currentRecorder()
  const mode = decideMode(options.mode)
  if (mode === 'all') return recordingStubs(path, options, recorder, trace)
  if (!isThere(path)) {
    if (mode === 'missing') return recordingStubs(path, options, recorder, trace)
    throw new MynahError(
      'RECORDING',
      `There is no cassette ${show(file)}, and nothing may be recorded here\n\nRun  ${commandOf(recorder, 'missing')}`,
    )
  }
  const entries = readCassette(path)
  const isNew = !entries.some(({ _recordedBy }) => _recordedBy === recorder.name)
  // Another test file of this run is about to record it: what this one asks is not in it yet.
  if (mode === 'missing' && isNew && otherMarks(path, recorder).length > 0) {
    return recordingStubs(path, options, recorder, trace)
  }
  const exchanges = exchangesOf(entries, { ...(options.ignore && { ignore: options.ignore }) }, recorder.name)
  return toStubs(exchanges, options.ignore?.queries, trace, { hint: recordHint(options.origins, recorder) })
}

/** How a request to one of the origins, which the recording lacks, gets into it. */
function recordHint(origins: readonly string[], recorder: Recorder): (url: string) => string | undefined {
  const recorded = origins.map((origin) => new URL(origin).origin)
  return (url) => (recorded.includes(new URL(url).origin) ? `To record it: ${commandOf(recorder, 'all')}` : undefined)
}

/** One stub for each origin, which makes the real requests and records them. */
function recordingStubs(path: string, options: CassetteOptions, recorder: Recorder, trace: Trace): Stub[] {
  const { origins, redact } = options
  const since = timeOrigin + now()
  if (isThere(path)) readCassette(path)
  const others = otherMarks(path, recorder)
  leaveMark(path, recorder, since)
  const save = saveWith(
    new CassetteWriter(path, (entry) => isKept(entry, recorder, others, since)),
    recorder.name,
    redact,
  )
  return origins.map((origin) =>
    defineStub(
      'ALL',
      `${new URL(origin).origin}{/*path}`,
      (context: never) => recordExchange(context, save),
      undefined,
      trace,
    ),
  )
}

/** Whether an entry of before stays: what other test files recorded does, and what is recorded by another process at this time. */
function isKept(
  { _recordedBy, startedDateTime }: LooseEntry,
  { name }: Recorder,
  others: readonly { readonly name: string; readonly since: number }[],
  since: number,
): boolean {
  if (_recordedBy === undefined) return false
  if (_recordedBy !== name) return true
  const begin = Math.min(since, ...others.filter((other) => other.name === name).map((other) => other.since))
  return Date.parse(startedDateTime) >= begin
}

/** The command that records. */
export function commandOf({ command }: Recorder, mode: Mode): string {
  return `MYNAH_RECORD=${mode} ${command}`
}

const EXAMPLE = "{ origins: ['https://api.example.com'] }"

function pathOf(file: string | URL): string {
  const isFile = (typeof file === 'string' && file !== '') || isUrl(file)
  assertArgument(isFile, 'cassette', file, 'the path of a file', `'test/recorded/api.har', ${EXAMPLE}`)
  return resolve(typeof file === 'string' ? file : fileURLToPath(file))
}

function checkOptions(options: CassetteOptions): void {
  const right = `file, ${EXAMPLE}`
  checkOptionNames('cassette', options, ['origins', 'mode', 'redact', 'ignore'], () => right)
  const { origins, redact, ignore } = options
  const areOrigins = Array.isArray(origins) && origins.length > 0 && origins.every(isOrigin)
  if (!areOrigins) {
    refuseCall('cassette', `origins is a list of origins to record, not ${show(origins)}`, `cassette(${right})`)
  }
  if (redact !== undefined && typeof redact !== 'function') {
    refuseCall('cassette', `redact is a function of the entry, not ${show(redact)}`, `cassette(${right})`)
  }
  checkIgnore('cassette', 'file', ignore)
}
