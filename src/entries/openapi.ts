// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export type { OperationReport } from '../openapi/api.ts'
export type { Coverage, OperationName } from '../openapi/coverage.ts'
export { type Openapi, type OperationDescription, openapi } from '../openapi/openapi.ts'
export type { OpenapiOptions } from '../openapi/options.ts'
export type {
  OpenapiMatch,
  OpenapiMethod,
  OpenapiRequest,
  OpenapiSettings,
  OperationShape,
} from '../openapi/typed-paths.ts'
