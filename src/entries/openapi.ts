export type { OperationReport } from '../openapi/api.ts'
export type { Coverage, OperationName } from '../openapi/coverage.ts'
export { type Openapi, type OperationDescription, openapi } from '../openapi/openapi.ts'
export type { CheckMode, OpenapiOptions } from '../openapi/options.ts'
export type {
  OpenapiMatch,
  OpenapiMethod,
  OpenapiRequest,
  OpenapiResolver,
  OpenapiSettings,
} from '../openapi/typed-paths.ts'
