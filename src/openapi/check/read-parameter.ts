import { record } from '../../core/request.ts'
import type { Parameter } from '../document/operation.ts'
import { isOnly, isOpen, membersOf, namesIn, typesOf } from '../schema/members.ts'
import type { LinkedSchema } from '../schema/schemas.ts'

/** The received queries, cookies or params of a request; a repeated name has a list. */
export type Texts = Readonly<Record<string, string | readonly string[] | undefined>>

/** How a parameter is written (OpenAPI 3.1, section 4.8.12.2). */
export interface Style {
  readonly style: string
  readonly explode: boolean
}

const DIVIDERS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** Returns the style that a parameter declares, or the default style of its place. */
export function styleOf({ place, part }: Parameter): Style {
  const { style = place === 'query' || place === 'cookie' ? 'form' : 'simple', explode } = part.value
  return { style: String(style), explode: typeof explode === 'boolean' ? explode : style === 'form' }
}

/**
 * Reads a query as its style says: a text, a list or an object of texts; `undefined` if it is not there. The names that
 * belong to it go to `used`.
 */
export function readQuery(
  name: string,
  { style, explode }: Style,
  schema: LinkedSchema,
  queries: Texts,
  used: Set<string>,
): unknown {
  const types = typesOf(schema)
  const value = queries[name]
  if (value !== undefined) used.add(name)
  if (style === 'deepObject') return readDeep(name, queries, used) ?? value
  if (types.has('object') && style === 'form' && explode && value === undefined) {
    return readExploded(schema, queries, used)
  }
  if (value === undefined) return undefined
  if (types.has('array') && !(types.has('string') && typeof value === 'string')) {
    if (explode) return [value].flat()
    // A repeated name does not fit the style. The list of lists shows that in the report.
    return typeof value === 'string' ? value.split(DIVIDERS[style] ?? ',') : value.map((one) => [one])
  }
  if (typeof value === 'string' && isOnly('object', schema)) return pairsOf(value.split(DIVIDERS[style] ?? ','))
  return value
}

/** Reads a path param, a header or a cookie. */
export function readText(text: string, name: string, { style, explode }: Style, schema: LinkedSchema): unknown {
  const isList = isOnly('array', schema)
  const isObject = isOnly('object', schema)
  let rest = text
  let divider = ','
  if (style === 'label') {
    rest = text.replace(/^\./, '')
    if (explode) divider = '.'
  } else if (style === 'matrix') {
    rest = explode && isObject ? text.replace(/^;/, '') : text.replaceAll(`;${name}=`, explode && isList ? ';' : '')
    rest = rest.replace(/^;/, '')
    if (explode) divider = ';'
  }
  if (isList) return rest === '' ? [] : rest.split(divider).map((item) => item.trim())
  if (!isObject) return rest
  const parts = rest.split(divider)
  return explode ? Object.fromEntries(parts.map((part) => splitPair(part))) : pairsOf(parts)
}

function splitPair(part: string): [string, string] {
  const equals = part.indexOf('=')
  return equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
}

/** Returns `['a', '1', 'b', '2']` as an object. */
function pairsOf(parts: readonly string[]): Record<string, string> {
  const pairs = record<string>()
  for (let index = 0; index + 1 < parts.length; index += 2) pairs[parts[index] as string] = parts[index + 1] as string
  return pairs
}

/** Reads an object whose properties are separate queries. */
function readExploded(schema: LinkedSchema, queries: Texts, used: Set<string>): unknown {
  const members = membersOf(schema)
  const names = namesIn(members)
  const open = isOpen(members)
  const found = Object.entries(queries).filter(([name]) => names.includes(name) || (open && !used.has(name)))
  for (const [name] of found) used.add(name)
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** Reads `filter[role]=admin&filter[tags][]=a` as an object. If all names are numbers or empty, it is a list. */
function readDeep(name: string, queries: Texts, used: Set<string>): unknown {
  const found = Object.entries(queries).filter(([key]) => key.startsWith(`${name}[`))
  for (const [key] of found) used.add(key)
  return found.length === 0 ? undefined : nested(found.map(([key, value]) => [key.slice(name.length), value]))
}

/** Joins bracketed names: `[['[a][b]', '1']]` becomes `{ a: { b: '1' } }`. */
function nested(entries: readonly (readonly [string, unknown])[]): unknown {
  const groups = new Map<string, (readonly [string, unknown])[]>()
  for (const [path, value] of entries) {
    const [, key = '', rest = ''] = /^\[([^\]]*)\](.*)$/s.exec(path) ?? []
    groups.set(key, [...(groups.get(key) ?? []), [rest, value]])
  }
  const values = [...groups].map(([key, group]) => {
    const only = group.length === 1 && group[0]?.[0] === '' ? group[0][1] : undefined
    return [key, only ?? nested(group)] as const
  })
  if (!values.every(([key]) => /^\d*$/.test(key))) return Object.fromEntries(values)
  return values.flatMap(([key, value]) => (key === '' ? value : [value]))
}

/** Returns the fields of a form, with bracketed names joined as clients mean them. */
export function unflatten(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = record<unknown>()
  const groups = new Map<string, (readonly [string, unknown])[]>()
  for (const [name, value] of Object.entries(fields)) {
    const bracket = name.indexOf('[')
    if (bracket <= 0 || !name.endsWith(']')) result[name] = value
    else {
      const own = name.slice(0, bracket)
      groups.set(own, [...(groups.get(own) ?? []), [name.slice(bracket), value]])
    }
  }
  for (const [name, group] of groups) result[name] = nested(group)
  return result
}
