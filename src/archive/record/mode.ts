import { MynahError } from '../../core/errors.ts'
import { show } from '../../core/show.ts'

/** When a cassette records: if its file is missing, in every run, what it lacks, or never. */
export type Mode = 'missing' | 'all' | 'new' | 'none'

const MODES: readonly unknown[] = ['missing', 'all', 'new', 'none'] satisfies Mode[]

/**
 * Decides on the mode: the environment variable `MYNAH_RECORD` wins; otherwise nothing is recorded if `CI` is set.
 * @throws {MynahError} `RECORDING`, if the variable has another value.
 */
export function decideMode(mode: Mode = 'missing'): Mode {
  // In Jest a test file has a `process` of its own, whose `env` it may change. The bundle's `process` is Node's.
  const { MYNAH_RECORD: wanted, CI = '' } = globalThis.process.env
  if (wanted !== undefined && wanted !== '') {
    if (isMode(wanted)) return wanted
    throw new MynahError('RECORDING', `MYNAH_RECORD is missing, all, new or none, not ${show(wanted)}`)
  }
  return ['', '0', 'false'].includes(CI) ? mode : 'none'
}

/** Whether a value is a mode. */
export function isMode(value: unknown): value is Mode {
  return MODES.includes(value)
}
