// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export { type CassetteOptions, cassette } from '../archive/record/cassette.ts'
export type { Redact } from '../archive/record/cassette-writer.ts'
export type { Mode } from '../archive/record/mode.ts'
