import {
  buildClientSchema,
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  isSchema,
  parse,
  printSchema,
  validate,
} from 'graphql'
import { getOrAdd } from '../../core/get-or-add.ts'
import { reasonOf, refuseCall } from '../../core/refusal.ts'
import { showWritten } from '../../core/show.ts'
import { isPlainObject, tagOf } from '../../core/type-guards.ts'
import { type AskedDocument, type CheckedResult, completeData, withoutArguments } from './complete-data.ts'
import { variableProblems } from './variables.ts'
import type { SchemaViolation } from './violations.ts'

/** A schema that the requests and the results of `graphql` are checked against. */
export interface SchemaCheck {
  /** Returns why a server would refuse a request, a line for each reason; empty if it would not. */
  refusals(asked: AskedDocument): readonly string[]
  /** Returns a result as a server completes it, and what is wrong with its `data`. */
  complete(
    asked: AskedDocument,
    result: CheckedResult,
  ): { readonly result: CheckedResult; readonly violations: readonly SchemaViolation[] }
}

/**
 * Reads a schema, with the project's own `graphql` (16 or 17), for the option `schema` of `graphql`.
 *
 * @param source the schema in its own language, or the result of an introspection.
 * @throws {RouteDefinitionError} for a text that is no schema, and for a `GraphQLSchema` of another copy of `graphql`.
 * @example
 * const api = graphql('/graphql', { schema: schema('type Query { user: User } type User { id: ID! }') })
 */
export function schema(source: string | object): SchemaCheck {
  const whole = readSchema(source)
  const bare = withoutArguments(readSchema(source))
  const documents = new Map<unknown, DocumentNode>()
  const verdicts = new Map<unknown, readonly string[]>()
  const parsed = (document: unknown) =>
    getOrAdd(documents, document, () => (typeof document === 'string' ? parse(document) : (document as DocumentNode)))
  /** Why a document is not valid, whatever its variables are. */
  const problemsOf = (document: unknown) =>
    getOrAdd(verdicts, document, () => {
      try {
        return validate(whole, parsed(document)).map(({ message }) => message)
      } catch (error) {
        return [(error as Error).message]
      }
    })
  return Object.freeze({
    refusals({ document, operationName, variables }: AskedDocument) {
      const problems = problemsOf(document)
      const operation = problems.length === 0 && variables && getOperationAST(parsed(document), operationName)
      return operation ? variableProblems(whole, operation, variables) : problems
    },
    complete(asked: AskedDocument, result: CheckedResult) {
      // A document that is not valid is reported by the check of the request.
      if (!isPlainObject(result.data) || problemsOf(asked.document).length > 0) return { result, violations: [] }
      return completeData(bare, { ...asked, document: parsed(asked.document) }, result)
    },
  })
}

function readSchema(source: unknown): GraphQLSchema {
  const refuse = (problem: string, meant?: string, cause?: unknown) =>
    refuseCall(`schema(${typeof source === 'string' ? '…' : showWritten(source)})`, problem, meant, { cause })
  try {
    if (typeof source === 'string') return buildSchema(source)
    // Its resolvers stay out: the results are those of the stubs.
    if (isSchema(source)) return buildSchema(printSchema(source))
    if (isPlainObject(source) && isPlainObject(source.data)) return buildClientSchema(source.data as never)
    if (isPlainObject(source) && '__schema' in source) return buildClientSchema(source as never)
  } catch (error) {
    if (tagOf(source) === 'GraphQLSchema') return refuseForeign()
    return refuse(`it cannot be read: ${reasonOf(error)}`, undefined, error)
  }
  if (tagOf(source) === 'GraphQLSchema') return refuseForeign()
  return refuse('it takes the text of a schema, or the result of an introspection')
}

function refuseForeign(): never {
  return refuseCall(
    'schema([GraphQLSchema])',
    'the schema is of another copy of graphql',
    'schema(printSchema(yours)), with printSchema of that copy',
  )
}
