import {
  buildClientSchema,
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  isSchema,
  parse,
  printSchema,
  validate,
} from 'graphql'
import { getOrAdd } from '../../core/get-or-add.ts'
import { reasonOf, refuseCall } from '../../core/refusal.ts'
import { showWritten } from '../../core/show.ts'
import { isPlainObject, tagOf } from '../../core/type-guards.ts'
import { completeData, withoutArguments } from './complete-data.ts'
import { checksFor, type SchemaCheck } from './stub-checks.ts'

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
        return validate(whole, parsed(document)).map(({ message }) => message + adviceOn(message))
      } catch (error) {
        return [(error as Error).message]
      }
    })
  const findings: Pick<SchemaCheck, 'refusals' | 'complete'> = {
    refusals({ document, operationName, variables }) {
      const problems = problemsOf(document)
      const operation = problems.length === 0 && variables && getOperationAST(parsed(document), operationName)
      if (!operation) return problems
      const { errors = [] } = getVariableValues(whole, operation.variableDefinitions ?? [], variables)
      return errors.map(({ message }) => message)
    },
    complete(asked, result) {
      // A document that is not valid is reported by the check of the request.
      if (!isPlainObject(result.data) || problemsOf(asked.document).length > 0) return { result, violations: [] }
      return completeData(bare, { ...asked, document: parsed(asked.document) }, result)
    },
  }
  return Object.freeze<SchemaCheck>({
    ...findings,
    checksFor: (endpoint, options) => checksFor(findings, endpoint, options),
  })
}

/** A server runs with this schema already, even if it breaks a rule of a later graphql-js, as GitHub's does with version 17. */
const IN_USE = { assumeValid: true }

function readSchema(source: unknown): GraphQLSchema {
  const refuse = (problem: string, meant?: string, cause?: unknown) =>
    refuseCall(`schema(${typeof source === 'string' ? '…' : showWritten(source)})`, problem, meant, { cause })
  try {
    if (typeof source === 'string') return buildSchema(source, { noLocation: true })
    // Its resolvers stay out: the results are those of the stubs.
    if (isSchema(source)) return buildSchema(printSchema(source), IN_USE)
    if (isPlainObject(source) && isPlainObject(source.data)) return buildClientSchema(source.data as never, IN_USE)
    if (isPlainObject(source) && '__schema' in source) return buildClientSchema(source as never, IN_USE)
  } catch (error) {
    if (tagOf(source) === 'GraphQLSchema') return refuseForeign()
    return refuse(`it cannot be read: ${reasonOf(error)}${adviceOnSource(error)}`, undefined, error)
  }
  if (tagOf(source) === 'GraphQLSchema') return refuseForeign()
  return refuse('it takes the text of a schema, or the result of an introspection')
}

/** How a schema allows the parts that its server sends one by one: the specification has them only as a draft. */
const PARTS: Readonly<Record<string, string>> = {
  defer: 'directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT',
  stream: 'directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD',
}

function adviceOn(problem: string): string {
  const [, name = ''] = /^Unknown directive "@(defer|stream)"/.exec(problem) ?? []
  return name && ` Add it to the schema: ${PARTS[name]}`
}

/** A server may run with a schema whose text breaks the rules for texts, as GitHub's does. */
function adviceOnSource(error: unknown): string {
  return /can only be defined once|There can be only one/.test(reasonOf(error))
    ? ' Pass the result of an introspection query of the server instead'
    : ''
}

function refuseForeign(): never {
  return refuseCall(
    'schema([GraphQLSchema])',
    'the schema is of another copy of graphql',
    'schema(printSchema(yours)), with printSchema of that copy',
  )
}
