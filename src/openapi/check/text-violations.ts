import { coerce, typesOf } from '../schema/coerce.ts'
import type { CompiledSchema } from '../schema/schemas.ts'
import { type ShowValue, type Violation, violationsOf } from '../schema/violations.ts'

/**
 * Returns the violations of a body that is a text. A text may stand for a number. What a schema describes as an object or a
 * list, such as YAML and CSV, is not checked: only its text is known.
 */
export function textViolations(schema: CompiledSchema, text: string, at?: string, showValue?: ShowValue): Violation[] {
  const types = typesOf(schema.root, schema.lookup)
  if ((types.has('object') || types.has('array')) && !types.has('string')) return []
  return violationsOf(schema, coerce(text, schema.root, schema.lookup), at, showValue)
}
