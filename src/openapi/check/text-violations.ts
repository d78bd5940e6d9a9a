import { parsedJson } from '../../core/parsed-json.ts'
import { show } from '../../core/show.ts'
import { coerce } from '../schema/coerce.ts'
import { isOnly } from '../schema/members.ts'
import type { CompiledSchema } from '../schema/schemas.ts'
import { type ShowValue, type Violation, violationsOf } from '../schema/violations.ts'

/**
 * Returns the violations of a body that is a text. A text may stand for a number. What a schema describes as an object or a
 * list, such as YAML and CSV, is not checked: only its text is known.
 */
export function textViolations(schema: CompiledSchema, text: string, at?: string, showValue?: ShowValue): Violation[] {
  if (isOnly('object', schema) || isOnly('array', schema)) return []
  return violationsOf(schema, coerce(text, schema), at, showValue)
}

/** Returns the violations of a text that must be JSON. */
export function jsonViolations(
  schema: CompiledSchema,
  text: string,
  at = '',
  showValue: ShowValue = show,
): Violation[] {
  const value = parsedJson(text)
  if (value === undefined) return [{ at, expected: 'JSON', received: showValue(text, at) }]
  return violationsOf(schema, value, at, showValue)
}
