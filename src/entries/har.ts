// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export type { ArchiveOptions, Ignore } from '../archive/archive-options.ts'
export { har } from '../archive/har.ts'
export type * from '../archive/har-format.ts'
export { type ToHarOptions, toHar } from '../archive/to-har.ts'
