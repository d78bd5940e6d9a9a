// One chunk of the package then has the core (tsup.config.ts).
import './core.ts'

export { type CassetteOptions, cassette } from '../archive/record/cassette.ts'
export type { Mode } from '../archive/record/mode.ts'
export type { Redact } from '../archive/record/save-entry.ts'
