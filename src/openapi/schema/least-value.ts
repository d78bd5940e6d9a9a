import type { Schema } from '@cfworker/json-schema'
import { joinPlace } from '../../core/match/compare.ts'
import { join } from '../../core/show.ts'
import { leastNumber, leastText } from './least-scalar.ts'
import type { CompiledSchema } from './schemas.ts'
import { NOTHING } from './translate.ts'
import { violationsOf } from './violations.ts'

/** Why no value of a schema can be made: a part of the value, and what is asked of it. */
export class NotMakeable extends Error {
  readonly at: string
  readonly expected: string

  constructor(at: string, expected: string) {
    super(expected)
    this.at = at
    this.expected = expected
  }
}

type Node = Schema | boolean

/** The place of a value, the references that lead to it, and the alternatives that have been chosen. */
interface Place {
  readonly at: string
  readonly open: ReadonlySet<unknown>
  readonly chosen: readonly unknown[]
}

/**
 * Returns the least value that a schema allows, the same each time: its constant, default or first `enum`, else required members,
 * the least number, the shortest text.
 * @throws {NotMakeable} if what is made breaks the schema, as for most patterns.
 */
export function leastValue(schema: CompiledSchema): unknown {
  return make([schema.root], { at: '', open: new Set(), chosen: [] })

  /** Makes a value that keeps all the schemas. */
  function make(nodes: readonly Node[], place: Place): unknown {
    const open = new Set(place.open)
    const members = new Set<Schema>()
    for (const node of nodes) addMembers(node, members, { ...place, open })
    const all = [...members]
    const choice = all.flatMap(({ anyOf, oneOf }) => [anyOf, oneOf]).find((one) => one && !place.chosen.includes(one))
    if (choice) {
      const chosen = [...place.chosen, choice]
      return firstMade(choice.map((alternative) => () => make([...nodes, alternative], { ...place, chosen })))
    }
    const conditions = all.filter((one) => one.if !== undefined && !nodes.includes(one.if))
    return firstMade([
      () => checked(nodes, all, { ...place, open }, place),
      // The property of a discriminator, as another alternative has it.
      ...conditions.map(
        ({ if: condition, then = true }) =>
          () =>
            make([...nodes, condition as Node, then], place),
      ),
    ])
  }

  /** Adds the schemas that describe the same value. */
  function addMembers(node: Node, members: Set<Schema>, place: Place & { readonly open: Set<unknown> }): void {
    if (node === true || members.has(node as Schema)) return
    if (node === false || node === NOTHING) throw new NotMakeable(place.at, 'nothing')
    members.add(node)
    for (const inner of node.allOf ?? []) addMembers(inner, members, place)
    if (node.$ref === undefined) return
    const target = schema.lookup[node.$ref] as Node
    // The value around this one is made by the same schema. It would contain itself.
    if (place.open.has(target) && !members.has(target as Schema))
      throw new NotMakeable(place.at, 'a value within itself')
    place.open.add(target)
    addMembers(target, members, place)
  }

  function checked(nodes: readonly Node[], members: readonly Schema[], inner: Place, place: Place): unknown {
    const value = candidateOf(members, inner)
    const more = members.flatMap((one) => {
      if (one.if === undefined) return []
      const branch = schema.withRoot(one.if).isValid(value) ? one.then : one.else
      return branch === undefined || nodes.includes(branch) ? [] : [branch]
    })
    if (more.length > 0) return make([...nodes, ...more], place)
    const [violation] = members.flatMap((one) => violationsOf(schema.withRoot(one), value))
    if (!violation) return value
    throw new NotMakeable(joinPlace(place.at, violation.at), violation.expected)
  }

  function candidateOf(members: readonly Schema[], place: Place): unknown {
    const constants = members.flatMap((one) => ('const' in one ? [one.const] : []))
    const defaults = members.flatMap((one) => ('default' in one ? [one.default] : []))
    const listed = members.flatMap((one) => one.enum ?? [])
    const isRight = (value: unknown) => members.every((one) => schema.withRoot(one).isValid(value))
    const given = [...constants, ...defaults, ...listed]
    const right = given.find(isRight)
    if (right !== undefined) return right
    // A property of a discriminator is right only together with the others.
    if (constants.length + listed.length > 0) return [...constants, ...listed][0]
    switch (typeOf(members)) {
      case 'array':
        return makeList(members, place)
      case 'object':
        return makeObject(members, place)
      case 'string':
        return leastText(members)
      case 'boolean':
        return false
      case 'null':
        return null
      default:
        return leastNumber(members)
    }
  }

  function makeList(members: readonly Schema[], place: Place): unknown[] {
    const contained = members.flatMap(({ contains, minContains = 1 }) =>
      contains === undefined ? [] : [{ contains, count: minContains }],
    )
    const length = Math.max(0, ...members.map(({ minItems = 0 }) => minItems), ...contained.map(({ count }) => count))
    return Array.from({ length }, (_, index) => {
      const declared = members.flatMap(
        ({ prefixItems, items }) => prefixItems?.[index] ?? (items as Node | undefined) ?? [],
      )
      const more = contained.flatMap(({ contains, count }) => (index < count ? [contains] : []))
      return make([...declared, ...more], { ...place, at: `${place.at}[${index}]`, chosen: [] })
    })
  }

  function makeObject(members: readonly Schema[], place: Place): Record<string, unknown> {
    const made = new Map<string, unknown>()
    const add = (name: string) => {
      const nodes = members.flatMap((one) => propertyOf(one, name))
      made.set(name, make(nodes, { ...place, at: join(place.at, name), chosen: [] }))
    }
    const names = new Set(members.flatMap(({ required = [] }) => required))
    // The set grows while it is read.
    for (const name of names) {
      add(name)
      for (const { dependentRequired = {} } of members)
        for (const other of dependentRequired[name] ?? []) names.add(other)
    }
    const least = Math.max(0, ...members.map(({ minProperties = 0 }) => minProperties))
    const optional = members.flatMap(({ properties = {} }) => Object.keys(properties))
    for (const name of [...optional, ...Array.from({ length: least }, (_, index) => `key${index + 1}`)]) {
      if (made.size < least && !made.has(name)) add(name)
    }
    return Object.fromEntries(made)
  }
}

/** Returns the first value that can be made, or throws the first reason. */
function firstMade(tries: readonly (() => unknown)[]): unknown {
  let reason: NotMakeable | undefined
  for (const attempt of tries) {
    try {
      return attempt()
    } catch (error) {
      if (!(error instanceof NotMakeable)) throw error
      reason ??= error
    }
  }
  throw reason
}

/** The type to make: one that all schemas allow, `null` only if there is no other; by other keywords if none has a type. */
function typeOf(members: readonly Schema[]): string {
  const lists = members.flatMap(({ type }) => (type === undefined ? [] : [[type].flat() as string[]]))
  const isAllowed = (type: string) =>
    lists.every((list) => list.includes(type) || (type === 'integer' && list.includes('number')))
  const allowed = lists.flat().filter(isAllowed)
  const has = (...keywords: readonly string[]) => members.some((one) => keywords.some((keyword) => keyword in one))
  if (lists.length > 0) return allowed.find((type) => type !== 'null') ?? 'null'
  if (has('items', 'prefixItems', 'minItems', 'maxItems', 'contains')) return 'array'
  if (has('format', 'pattern', 'minLength', 'maxLength')) return 'string'
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : 'object'
}

/** Returns the schemas of a property. */
function propertyOf({ properties = {}, patternProperties = {}, additionalProperties }: Schema, name: string): Node[] {
  const patterns = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(name))
  const named = Object.hasOwn(properties, name) ? [properties[name] as Node] : []
  const found = [...named, ...patterns.map(([, node]) => node as Node)]
  return found.length > 0 || additionalProperties === undefined ? found : [additionalProperties]
}
