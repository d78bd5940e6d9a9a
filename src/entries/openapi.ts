export type { OperationReport } from '../openapi/api.ts'
export type { Coverage, OperationName } from '../openapi/coverage.ts'
export { type Openapi, type OperationDescription, openapi } from '../openapi/openapi.ts'
export type { OperationMethod } from '../openapi/operation.ts'
export type { CheckMode, OpenapiOptions } from '../openapi/options.ts'
export type {
  AnyPayload,
  BodyOf,
  ContentOf,
  DeclaredConditions,
  LowestStatus,
  OpenapiAnswer,
  OpenapiConditions,
  OpenapiMatch,
  OpenapiMethod,
  OpenapiMethods,
  OpenapiRequest,
  OpenapiResolver,
  OpenapiSettings,
  OperationOf,
  ParametersIn,
  PathsWith,
  PayloadAt,
  PlainMethod,
  ResponseAt,
  ResponsesOf,
  StatusOf,
  TextOf,
  TextsOf,
} from '../openapi/typed-paths.ts'
