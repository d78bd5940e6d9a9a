// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export type { OperationReport } from '../openapi/api.ts'
export type { Coverage, OperationName } from '../openapi/coverage.ts'
export type { OperationMethod } from '../openapi/document/operation.ts'
export { type Openapi, type OperationDescription, openapi } from '../openapi/openapi.ts'
export type { CheckMode, OpenapiOptions } from '../openapi/options.ts'
export type * from '../openapi/typed-paths.ts'
export type * from '../openapi/typed-responses.ts'
