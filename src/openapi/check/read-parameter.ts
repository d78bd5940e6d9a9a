import { getOrAdd } from '../../core/get-or-add.ts'
import type { Parameter } from '../document/operation.ts'
import { isOnly, isOpen, membersOf, namesIn, typesOf } from '../schema/members.ts'
import type { LinkedSchema } from '../schema/schemas.ts'

/** The received queries, cookies or params of a request; a repeated name has a list. */
export type Texts = Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the text of a name; each object inherits `constructor` and its like. */
export function textOf(texts: Texts, name: string): Texts[string] {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}

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
  const value = textOf(queries, name)
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
  const names = parts.slice(0, -1).filter((_, index) => index % 2 === 0)
  return Object.fromEntries(names.map((name, index) => [name, parts[2 * index + 1] as string]))
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
  return found.length === 0 ? undefined : nested(found.map(([key, value]) => [bracketKeys(key).slice(1), value]))
}

/** Returns the fields of a form, with bracketed names joined as clients mean them. */
export function unflatten(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(joined(Object.entries(fields).map(([name, value]) => [bracketKeys(name), value])))
}

type Entry = readonly [keys: readonly string[], value: unknown]

/** Returns the keys of a bracketed name: `a[b][]` has `a`, `b` and an empty one. */
function bracketKeys(name: string): string[] {
  const [, outer, inner] = /^([^[]+)\[(.*)\]$/s.exec(name) ?? []
  return outer === undefined || inner === undefined ? [name] : [outer, ...inner.split('][')]
}

function nested(entries: readonly Entry[]): unknown {
  const values = joined(entries)
  if (!values.every(([key]) => /^\d*$/.test(key))) return Object.fromEntries(values)
  return values.flatMap(([key, value]) => (key === '' ? value : [value]))
}

/** Joins the entries whose first keys are the same: those of `[['a', 'b'], '1']` are `['a', { b: '1' }]`. */
function joined(entries: readonly Entry[]): [key: string, value: unknown][] {
  const groups = new Map<string, Entry[]>()
  for (const [[key = '', ...rest], value] of entries) getOrAdd(groups, key, (): Entry[] => []).push([rest, value])
  return [...groups].map(([key, group]) => {
    const [keys, value] = group[0] as Entry
    return [key, group.length === 1 && keys.length === 0 ? value : nested(group)]
  })
}
