import { getOrAdd } from '../core/get-or-add.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { GraphqlResult } from './result.ts'
import { isFragment, type Selection, type SelectionSet, scanDefinitions } from './scan.ts'

/**
 * Returns the place of an object without the `__typename` that the request asks for beside a fragment with a type, as `data.user`:
 * a client with a cache does not know whether the fragment is about the object. It knows the type of the root.
 */
export function untypedObjectIn(
  document: unknown,
  operationName: string | undefined,
  result: string,
): string | undefined {
  if (typeof document !== 'string' || !document.includes('...')) return undefined
  const definitions = scanDefinitions(document)
  const fragments = new Map(definitions.map(({ type, name, set }) => [type === 'fragment' && name, set]))
  const operation = definitions.find(({ type, name }) => type !== 'fragment' && name === operationName)

  /** `sets` are those of one field, which may be selected several times. */
  function placeIn(place: string, sets: readonly SelectionSet[], values: readonly unknown[]): string | undefined {
    const objects = values.flat(Number.POSITIVE_INFINITY).filter(isPlainObject)
    if (objects.length === 0) return undefined
    const below = new Map<string, SelectionSet[]>()
    // A set that is added here is visited too, and one of a circle once.
    const all = new Set(sets)
    let hasTypes = false
    for (const set of all) {
      for (const selection of set) {
        const { name, key, set: inner } = selection
        if (isFragment(selection)) {
          hasTypes ||= !inner || name.endsWith('on')
          all.add(inner ?? fragments.get(key) ?? [])
        } else if (inner) getOrAdd(below, key, () => []).push(inner)
      }
    }
    const isUntyped = ({ name, key }: Selection) =>
      name === '__typename' && objects.some((object) => !Object.hasOwn(object, key))
    if (hasTypes && place !== 'data' && sets.flat().some(isUntyped)) return place
    for (const [key, inner] of below) {
      const found = placeIn(
        `${place}.${key}`,
        inner,
        objects.map((object) => object[key]),
      )
      if (found) return found
    }
    return undefined
  }
  return placeIn('data', [operation?.set ?? []], [(JSON.parse(result) as GraphqlResult).data])
}

export function wordUntyped(place: string, stub: string): string {
  const problem = `${place} has no __typename, which the request selects next to a fragment`
  return `mynah: ${problem}\n\n  ${stub}\nClients such as Apollo drop the fields of the fragment; add __typename to the result`
}
