import { closest, distance } from 'fastest-levenshtein'
import { RouteDefinitionError } from './errors.ts'
import { quote, show } from './show.ts'
import type { Stub } from './stub.ts'

/** What a stub's call starts with. */
export type Route = Pick<Stub, 'method' | 'path'>

/** The beginning of a call as it was written: `rest.get('/users'`. */
export function callOf({ method, path }: Route): string {
  return `rest.${method.toLowerCase()}(${typeof path === 'string' ? quote(path) : show(path)}`
}

export function refuse(route: Route, problem: string, corrected: string, cause?: unknown): never {
  throw new RouteDefinitionError(`${callOf(route)}): ${problem}\n\nWrite  ${corrected}`, { cause })
}

export function withPath(route: Route, path: string, settings = ''): string {
  return `${callOf({ ...route, path })}, …${settings && `, ${settings}`})`
}

export function withSettings(route: Route, settings: string): string {
  return `${callOf(route)}, …, ${settings})`
}

export function refuseKey(
  route: Route,
  key: string,
  what: string,
  right: readonly string[],
  settings: (right: string) => string,
): never {
  const nearest = closest(key, [...right])
  const named = distance(key, nearest) <= Math.max(2, nearest.length / 2) ? nearest : (right[0] as string)
  refuse(
    route,
    `${quote(key)} is no ${what}; there ${right.length === 1 ? 'is' : 'are'} ${right.join(', ')}`,
    withSettings(route, settings(named)),
  )
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
