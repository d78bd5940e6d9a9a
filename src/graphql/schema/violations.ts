import { type GraphQLOutputType, getNullableType, isAbstractType, isListType } from 'graphql'
import { joinKey, show } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'

/** A place of `data` at which it breaks the schema. */
export interface SchemaViolation {
  /** `users[0].id`. */
  readonly at: string
  readonly expected: string
  readonly received: string
}

export type Path = readonly (string | number)[]

export function placeOf(path: Path): string {
  return path.reduce<string>(joinKey, '')
}

/** The violation of a value that `execute` could not complete. `field` is the nearest field around it. */
export function violationAt(
  data: unknown,
  path: Path,
  field: GraphQLOutputType,
  possibleTypes: (type: GraphQLOutputType) => string,
): SchemaViolation {
  const indexes = path.length - 1 - path.findLastIndex((key) => typeof key === 'string')
  let type = field
  for (let depth = 0; depth < indexes; depth++) {
    const list = getNullableType(type)
    if (isListType(list)) type = list.ofType
  }
  const value = path.reduce<unknown>((outer, key) => (outer as Record<string, unknown> | undefined)?.[key], data)
  if (isAbstractType(getNullableType(type)) && isPlainObject(value)) {
    const received = value.__typename === undefined ? 'nothing' : show(value.__typename)
    return { at: placeOf([...path, '__typename']), expected: possibleTypes(getNullableType(type)), received }
  }
  return { at: placeOf(path), expected: String(type), received: show(value) }
}

/** Words violations, one on each line. */
export function wordViolations(violations: readonly SchemaViolation[]): string {
  const width = Math.max(...violations.map(({ at }) => at.length))
  return violations
    .map(({ at, expected, received }) => `  ${at.padEnd(width)}  expected ${expected}  received ${received}`)
    .join('\n')
}
