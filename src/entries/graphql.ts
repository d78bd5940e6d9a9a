// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export type { DocumentAst, TypedDocument } from '../graphql/document.ts'
export { graphql } from '../graphql/graphql.ts'
export type { GraphqlOptions, GraphqlTransport } from '../graphql/options.ts'
export type { GraphqlError, GraphqlResult } from '../graphql/result.ts'
export type { AskedDocument, CheckedResult } from '../graphql/schema/complete-data.ts'
export type { CheckOptions, GraphqlCheck, SchemaCheck } from '../graphql/schema/stub-checks.ts'
export type { SchemaViolation } from '../graphql/schema/violations.ts'
export type {
  GraphqlApi,
  GraphqlContext,
  GraphqlResolver,
  GraphqlResponse,
  GraphqlSettings,
  MatchedOperation,
  OperationMatch,
  OperationStub,
  SubscriptionResponse,
} from '../graphql/typed.ts'
