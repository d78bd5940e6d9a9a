import { compilePath, pathShapeOf } from '../core/path/path.ts'
import { paramText } from '../core/refusal.ts'
import type { StubStates } from '../core/stub/stub-states.ts'
import type { Definition, Item } from './definition.ts'
import { isOneOf } from './fields.ts'
import { type Declared, storeIn } from './items.ts'
import { isAbsent } from './store.ts'

/**
 * Returns the values that the path gives a new item: texts, of the type that the seed has. A seed without such a value says nothing,
 * so that the type is that of the ids of the parent collection, else what the body has.
 */
export function boundValues(
  { seed, path }: Definition,
  bound: Readonly<Record<string, string>>,
  states: StubStates,
  body: Item,
): Item {
  const values = Object.entries(bound).map(([name, text]) => {
    const seeded = valuesOf(seed, name)
    const known = seeded.length > 0 ? seeded : (parentIds(path, name, states) ?? valuesOf([body], name))
    return [name, typed(text, known)]
  })
  return Object.fromEntries(values) as Item
}

/** Returns the ids of the collection whose items have the path before a param: those of `/users` for `/users/:userId/posts`. */
function parentIds(path: string, param: string, states: StubStates): unknown[] | undefined {
  const [before] = path.split(`/${paramText(param)}`, 1) as [string]
  const shape = shapeOf(`${before}/${paramText(param)}`)
  for (const { declarer } of states.stubs()) {
    if (declarer.caller !== 'collection') continue
    const parent = declarer.owner as Declared
    const { itemPath, id } = parent.definition
    if (shapeOf(itemPath) !== shape) continue
    const ids = valuesOf(storeIn(states, parent).items, id)
    if (ids.length > 0) return ids
  }
  return undefined
}

function shapeOf(path: string): string {
  const { origin, forms } = compilePath(path)
  return forms.map((form) => `${origin}/${pathShapeOf(form)}`).join()
}

/** Returns the known value that has this text, or a number if all known values are numbers. */
function typed(text: string, known: readonly unknown[]): unknown {
  const same = known.find((value) => isOneOf(value, [text]))
  if (same !== undefined) return same
  const isNumber =
    known.length > 0 && known.every((value) => typeof value === 'number') && String(Number(text)) === text
  return isNumber ? Number(text) : text
}

function valuesOf(items: readonly Item[], name: string): unknown[] {
  return items.map((item) => item[name]).filter((value) => !isAbsent(value))
}
