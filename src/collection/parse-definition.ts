import type { Trace } from '../core/frames.ts'
import { paramNames } from '../core/path/path.ts'
import { listed, nearestTo, paramText, refuseCall } from '../core/refusal.ts'
import { quote, show, showWritten } from '../core/show.ts'
import { isMistake, type Mistake } from '../core/stub/correction.ts'
import { tryPath } from '../core/stub/parse-path.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { type Definition, type Item, toJson } from './definition.ts'
import { fieldsOf } from './fields.ts'
import { type CollectionOptions, checkCollectionOptions } from './options.ts'
import { ID_TYPES, isAbsent, type Refusal, Store } from './store.ts'

/**
 * Parses a declaration. Returns it with the items of its seed.
 * @throws {RouteDefinitionError} for a wrong path, seed or option.
 */
export function parseDefinition(
  path: unknown,
  seed: unknown,
  options: CollectionOptions<Item>,
  trace: Trace,
): { readonly definition: Definition; readonly seeded: Store } {
  const call = `collection(${typeof path === 'string' ? quote(path) : showWritten(path)})`
  if (typeof path !== 'string') return refuseCall(call, 'the path must be a string')
  checkCollectionOptions(options)
  const { id = 'id' } = options
  const bound = parseParams(call, path, id)
  const items = parseSeed(call, seed)
  checkFields(call, path, bound, items)
  const list = path.replace(/\/+$/, '')
  const idType = ID_TYPES.find((type) => typeof items[0]?.[id] === type)
  const itemPath = `${list}/${paramText(id)}`
  const definition = { call, path: list || '/', itemPath, id, idType, bound, seed: items, options, trace }
  return { definition, seeded: storeOfSeed(definition) }
}

/** Returns the names of the params of the list's path. */
function parseParams(call: string, path: string, id: string): string[] {
  const pattern = tryPath(path)
  if (isMistake(pattern)) return refusePath(call, pattern)
  const [form] = pattern.kind === 'path' ? pattern.forms : []
  if (pattern.kind !== 'path' || pattern.forms.length > 1 || form?.keys.some(({ type }) => type === 'wildcard')) {
    return refuseCall(call, 'the path has no optional parts and no wildcards')
  }
  const names = paramNames(pattern)
  if (!names.includes(id)) return names
  const end = `/${paramText(id)}`
  const meant = path.endsWith(end) && path !== end ? callWith(path.slice(0, -end.length)) : undefined
  return refuseCall(call, `the path is that of the list; an item has ${paramText(id)} behind it`, meant)
}

function refusePath(call: string, { problem, meant, cause }: Mistake): never {
  const isPath = typeof meant?.path === 'string' && !meant.settings && !meant.method
  return refuseCall(call, problem, isPath ? callWith(meant.path as string) : undefined, { cause })
}

function callWith(path: string): string {
  return `collection(${quote(path)}, …)`
}

/** Takes the seed as JSON. */
function parseSeed(call: string, seed: unknown): Item[] {
  if (!Array.isArray(seed)) return refuseCall(call, `the seed must be a list of objects, got ${show(seed)}`)
  const items = toJson(call, 'the seed', seed) as Item[]
  const wrong = items.findIndex((item) => !isPlainObject(item))
  if (wrong >= 0) refuseCall(call, `seed[${wrong}] must be an object, got ${show(items[wrong])}`)
  return items
}

/** Refuses a param that is no field: no item would be below it. */
function checkFields(call: string, path: string, bound: readonly string[], items: readonly Item[]): void {
  const fields = fieldsOf(items)
  const wrong = items.length === 0 ? undefined : bound.find((name) => !fields.includes(name))
  if (wrong === undefined) return
  const nearest = nearestTo(wrong, fields)
  const meant = nearest && callWith(path.replace(paramText(wrong), paramText(nearest)))
  refuseCall(call, `the param ${paramText(wrong)} is not a field of the seed; its fields are ${listed(fields)}`, meant)
}

/** Puts the items of a seed into a store. */
function storeOfSeed(definition: Definition): Store {
  const store = new Store(definition)
  for (const [index, item] of definition.seed.entries()) {
    if (isAbsent(item[definition.id])) refuseMissingId(definition, index)
    const outcome = store.insert(item)
    if (outcome.kind === 'refused') refuseItem(definition.call, `seed[${index}]`, outcome)
  }
  return store
}

function refuseMissingId({ call, id, seed, path }: Definition, index: number): never {
  const others = Object.keys(seed[index] as Item).filter((name) => name !== id)
  const nearest = nearestTo(id, others)
  const meant = nearest && `collection(${quote(path)}, …, { id: ${quote(nearest)} })`
  return refuseCall(call, `seed[${index}] has no field ${quote(id)}, which is the id`, meant)
}

/** Refuses an item of the test's own; the schema's issues follow. */
export function refuseItem(call: string, what: string, { error, issues = [] }: Refusal): never {
  const lines = issues.map(({ message, path = [] }) => {
    const place = path.map(String).join('.')
    return `\n  ${place === '' ? '' : `${place}  `}${message}`
  })
  return refuseCall(call, `${what}: ${error}${lines.length > 0 ? `\n${lines.join('')}` : ''}`)
}
