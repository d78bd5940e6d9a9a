import { asCode, keyProblem, nearestTo, objectCode, refuseCall } from '../refusal.ts'
import type { MatchPart } from '../request.ts'
import { quote } from '../show.ts'
import type { Declarer, Stub } from './stub.ts'

/** The parts of a declaration that begin its call. */
export type Route = Pick<Stub, 'method' | 'path'> & { readonly declarer?: Declarer }

/** The beginning of a call as written: `rest.get('/users'`. */
export function callOf({ method, path, declarer }: Route): string {
  return `${declarer?.caller ?? 'rest'}.${method.toLowerCase()}(${typeof path === 'string' ? quote(path) : asCode(path)}`
}

/**
 * Refuses a declaration.
 * @throws {RouteDefinitionError}
 */
export function refuse(route: Route, problem: string, corrected: string, options?: ErrorOptions): never {
  refuseCall(`${callOf(route)})`, problem, corrected, options)
}

/** The code of settings with one part of a match. */
export function matchCode(part: MatchPart, expected: string): string {
  return objectCode('match', objectCode(part, expected))
}

/** The corrected call, with another path. */
export function withPath(route: Route, path: string, settings = ''): string {
  return `${callOf({ ...route, path })}, …${settings && `, ${settings}`})`
}

/** The corrected call, with other settings. */
export function withSettings(route: Route, settings: string): string {
  return `${callOf(route)}, …, ${settings})`
}

/** The corrected call, with another `match`. */
export function withMatch(route: Route, part: MatchPart, expected: string): string {
  return withSettings(route, matchCode(part, expected))
}

/** Refuses an unknown key. `corrected` returns the corrected call; its argument is the key that was probably meant. */
export function refuseKey<Key extends string>(
  route: Route,
  key: string,
  what: string,
  right: readonly Key[],
  corrected: (right: Key | undefined) => string,
): never {
  refuse(route, keyProblem(key, what, right), corrected(nearestTo(key, right)))
}

/** Returns a value as code if it passes a check, else `…`. */
export function asRightCode(value: unknown, check: () => void): string {
  try {
    check()
  } catch {
    return '…'
  }
  return asCode(value)
}
