// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export type { AskedDocument, CheckedResult } from '../graphql/schema/complete-data.ts'
export { schema } from '../graphql/schema/schema.ts'
export type { SchemaCheck } from '../graphql/schema/stub-checks.ts'
export type { SchemaViolation } from '../graphql/schema/violations.ts'
