import { typeError } from '../own-frames.ts'
import { joinKey, propertyOf } from '../property.ts'
import { SchemaExpectation, show } from '../show.ts'
import { isObject, type SchemaIssue, type StandardSchema, synchronous } from '../type-guards.ts'
import type { Difference } from './condition.ts'

/**
 * Returns the issues of a schema with a value as differences; none if it matches.
 * @throws {TypeError} if the schema is async, since stubs are chosen synchronously.
 */
export function validate(schema: StandardSchema, received: unknown): readonly Difference[] {
  const result: unknown = synchronous(schema['~standard'].validate(received), 'schema')
  if (!isObject(result)) throw typeError(`A schema must return an object, got ${show(result)}`)
  const { issues = [] } = result as { readonly issues?: readonly SchemaIssue[] }
  if (!Array.isArray(issues)) throw typeError(`The issues of a schema must be a list, got ${show(issues)}`)
  return issues.map((issue: SchemaIssue) => {
    const path = issue.path?.map((step) => (typeof step === 'object' ? step.key : step)) ?? []
    const value = path.reduce<unknown>((outer, key) => (isObject(outer) ? propertyOf(outer, key) : undefined), received)
    return {
      at: path.reduce<string>(joinKey, ''),
      expected: new SchemaExpectation(schema, issue.message),
      received: value,
    }
  })
}
