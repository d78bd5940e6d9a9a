import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MynahError } from '../../core/errors.ts'
import type { Trace } from '../../core/frames.ts'
import { checkOptions, type OptionTable } from '../../core/options.ts'
import { assertArgument } from '../../core/refusal.ts'
import { show } from '../../core/show.ts'
import { defineStub } from '../../core/stub/define-stub.ts'
import type { Declarer, Stub } from '../../core/stub/stub.ts'
import { isUrl } from '../../core/type-guards.ts'
import { hintStub } from '../../hint-stub.ts'
import { now, timeOrigin } from '../../runtime/time.ts'
import { IGNORE, type Ignore, isOrigin } from '../archive-options.ts'
import { exchangesOf } from '../exchanges.ts'
import { ignoreHint } from '../ignore.ts'
import type { LooseEntry } from '../parse-archive.ts'
import { toStubs } from '../to-stubs.ts'
import { orRefuse, readCassette, realPathOf } from './cassette-file.ts'
import { CassetteWriter, type Redact, writerOf } from './cassette-writer.ts'
import { leaveMark, otherMarks } from './marks.ts'
import { decideMode, isMode, type Mode } from './mode.ts'
import { recordExchange, recordOnce, type SaveEntry } from './record-exchange.ts'
import { currentRecorder, type Recorder } from './recorder.ts'

/** The options of `cassette`. */
export interface CassetteOptions {
  /** The origins whose requests are recorded. */
  readonly origins: readonly string[]
  /** `'missing'` by default, or `'none'` if `CI` is set. `MYNAH_RECORD` wins over both. */
  readonly mode?: Mode
  readonly redact?: Redact
  readonly ignore?: Ignore
}

/**
 * Makes stubs of a cassette: a HAR archive that records itself. If the file exists, the stubs answer from it. If the file is
 * missing, the stubs make the real requests to `origins`, and write each request to the file as soon as its answer has come.
 *
 * - `mode`: `'missing'` (records if the file is missing at this call), `'all'` (replaces the recordings of this test file),
 *   `'new'` (replays, and records each request that the file lacks, once), `'none'` (never records). The default is `'missing'`, or `'none'` if `CI` is set. `MYNAH_RECORD` wins over the option.
 * - `redact`: changes an entry before it is written, or returns another. Secrets are never written.
 * - `ignore`: `{ queries: [names], body: true }`, the parts that are not compared when a request is matched, or
 *   `{ body: ['id', 'params.at'] }`, the fields of a JSON or form body.
 *
 * @throws {MynahError} `RECORDING`, if the file is missing and nothing may be recorded; `HAR`, if it is not an archive.
 * @throws {RouteDefinitionError} for an option that is unknown or has a wrong value.
 * @example
 * setupMocks([rest.get('/flags', {}), ...cassette('test/recorded/github.har', { origins: ['https://api.github.com'] })])
 */
export function cassette(file: string | URL, options: CassetteOptions): Stub[] {
  const path = cassettePath(file)
  checkOptions('cassette', '…, ', options, OPTIONS)
  const trace: Trace = {}
  Error.captureStackTrace(trace, cassette)
  const recorder = currentRecorder()
  const mode = decideMode(options.mode)
  const isMissing = !existsSync(path)
  if (mode === 'none' && isMissing) {
    throw new MynahError(
      'RECORDING',
      `There is no cassette ${show(file)}, and recording is disabled here\n\nRun  MYNAH_RECORD=missing ${recorder.command}`,
    )
  }
  const entries = isMissing ? [] : readCassette(path)
  const isNew = !entries.some(({ _recordedBy }) => _recordedBy === recorder.name)
  // Another test file of this run may be recording the cassette: the requests of this test file are not in it yet.
  const isBusy = mode === 'missing' && isNew && otherMarks(path, recorder).length > 0
  const record = () => recordingStubs(path, mode, options, recorder, trace)
  if (mode === 'all' || (mode === 'missing' && isMissing) || isBusy) return record()
  const { ignore = {} } = options
  const exchanges = exchangesOf(entries, { ignore }, recorder.name)
  if (mode === 'new') return [...toStubs(exchanges, trace), ...record()]
  const nothing = exchanges.length > 0 ? '' : `Nothing is recorded in ${show(file)}\n`
  const origins = options.origins.map((origin) => new URL(origin).origin)
  /** Says how to record a request to one of the origins that is missing in the cassette. */
  const hint: NonNullable<Declarer['hint']> = (url, _method, misses) => {
    if (!origins.includes(new URL(url).origin)) return undefined
    const lines = [
      ignoreHint('cassette', ignore, misses),
      `${nothing}To record it: MYNAH_RECORD=new ${recorder.command}`,
    ]
    return lines.filter((line) => line !== undefined).join('\n')
  }
  if (exchanges.length > 0) return toStubs(exchanges, trace, { hint })
  return [hintStub(hint, trace)]
}

/** Returns one stub for each origin. The stubs make the real requests and record them. */
function recordingStubs(path: string, mode: Mode, options: CassetteOptions, recorder: Recorder, trace: Trace): Stub[] {
  const { origins, redact, ignore } = options
  const isOnce = mode === 'new'
  const since = timeOrigin + now()
  const others = otherMarks(path, recorder)
  // Who replays a cassette that exists goes on with it: what it has stays.
  if (!isOnce || !existsSync(path)) orRefuse(path, 'recorded', () => leaveMark(path, recorder, since))
  const begin = Math.min(since, ...others.filter(({ name }) => name === recorder.name).map((other) => other.since))
  /** Whether an earlier entry stays: one of another test file, or one that another process has just recorded. */
  const isKept = ({ _recordedBy, startedDateTime }: LooseEntry) =>
    _recordedBy !== undefined && (_recordedBy !== recorder.name || Date.parse(startedDateTime) >= begin)
  const makeWriter = () => new CassetteWriter(path, isOnce ? undefined : isKept)
  const writer = writerOf(recorder.session, `${mode} ${recorder.name} ${path}`, makeWriter)
  const save: SaveEntry = (entry) => writer.save(entry, recorder.name, redact)
  return origins.map((written) => {
    const { origin } = new URL(written)
    if (!isOnce) {
      return defineStub('ALL', `${origin}{/*path}`, (context: never) => recordExchange(context, save), undefined, trace)
    }
    // A RegExp comes after all paths, and a fallback after all other RegExps: the recorded requests are replayed.
    const record = (context: never) => recordOnce(context, save, writer.recorded, ignore)
    return defineStub('ALL', /^/, record, undefined, trace, { at: origin, isFallback: true })
  })
}

function cassettePath(file: string | URL): string {
  const isFile = (typeof file === 'string' && file !== '') || (isUrl(file) && file.protocol === 'file:')
  assertArgument(isFile, 'cassette', file, 'the path of a file')
  const path = resolve(typeof file === 'string' ? file : fileURLToPath(file))
  return orRefuse(path, 'read', () => realPathOf(path))
}

const OPTIONS: OptionTable = {
  origins: {
    isRight: (value) => Array.isArray(value) && value.length > 0 && value.every(isOrigin),
    wanted: 'a list of origins to record, each http or https and a host, without a path',
    isRequired: true,
  },
  mode: { isRight: isMode, wanted: "'missing', 'all', 'new' or 'none'" },
  redact: { isRight: (value) => typeof value === 'function', wanted: 'a function of the entry' },
  ignore: IGNORE,
}
