import type { StoryContext } from 'storybook/internal/csf'
import { refuseCall } from '../core/refusal.ts'
import { isIdentifier, quote, showWritten } from '../core/show.ts'
import { isStub, type Stub } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { MynahParameters } from './parameters.ts'

/** Stubs, and the name that they have in a record. */
interface Route {
  readonly name: string | undefined
  readonly stubs: readonly Stub[]
}

const A_STUB = 'a stub such as rest.get(…)'

/**
 * Returns the stubs of a story's routes, and above them those of the chosen variant: a layer for each. A variant takes the
 * names in its record away from the routes.
 * @throws {RouteDefinitionError} for a value that is no stub.
 */
export function readLayers(
  { routes = [], variants = {} }: MynahParameters,
  variant: string | undefined,
  context: StoryContext,
): readonly (readonly Stub[])[] {
  const below = readRoutes(['routes'], routes, context)
  const above =
    variant !== undefined && Object.hasOwn(variants, variant)
      ? readRoutes(['variants', variant], variants[variant], context)
      : []
  const taken = above.flatMap(({ name }) => name ?? [])
  const kept = below.filter(({ name }) => name === undefined || !taken.includes(name))
  return [kept, above].map((layer) => layer.flatMap(({ stubs }) => stubs)).filter(({ length }) => length > 0)
}

function readRoutes(keys: readonly string[], routes: unknown, context: StoryContext): readonly Route[] {
  const given: unknown = typeof routes === 'function' ? routes(context) : routes
  if (isStub(given)) return [{ name: undefined, stubs: [given] }]
  if (Array.isArray(given)) return [{ name: undefined, stubs: readList(keys, given) }]
  if (isPlainObject(given)) {
    return Object.entries(given).map(([name, value]) => ({ name, stubs: readNamed([...keys, name], value) }))
  }
  const wanted = 'stubs such as rest.get(…), an object of names and stubs, or a function that returns one of them'
  return refuseCall(written(keys), `it takes ${wanted}, got ${showWritten(given)}`)
}

function readNamed(keys: readonly string[], value: unknown): readonly Stub[] {
  if (value === null) return []
  if (isStub(value)) return [value]
  if (Array.isArray(value)) return readList(keys, value)
  return refuseCall(written(keys), `it takes ${A_STUB}, a list of stubs, or null, got ${showWritten(value)}`)
}

function readList(keys: readonly string[], list: readonly unknown[]): readonly Stub[] {
  const index = list.findIndex((one) => !isStub(one))
  if (index >= 0) refuseCall(`${written(keys)}[${index}]`, `it takes ${A_STUB}, got ${showWritten(list[index])}`)
  return list as readonly Stub[]
}

/** Returns the code of a part of the parameters: `parameters.mynah.variants['out of order'].users`. */
function written(keys: readonly string[]): string {
  return keys.reduce((code, key) => code + (isIdentifier(key) ? `.${key}` : `[${quote(key)}]`), 'parameters.mynah')
}
