export type { Coverage, OperationName } from '../openapi/coverage.ts'
export { type Openapi, type OperationDescription, type OperationReport, openapi } from '../openapi/openapi.ts'
export type { CheckMode, OpenapiOptions } from '../openapi/options.ts'
export type {
  OpenapiMatch,
  OpenapiMethod,
  OpenapiRequest,
  OpenapiResolver,
  OpenapiSettings,
} from '../openapi/typed-paths.ts'
