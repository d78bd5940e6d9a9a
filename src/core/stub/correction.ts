import { asCode, objectCode, refuseCall } from '../refusal.ts'
import { quote } from '../show.ts'
import type { Declarer, Method, Stub } from './stub.ts'

/** The parts of a declaration that begin its call. */
export type Route = Pick<Stub, 'method' | 'path'> & { readonly declarer?: Declarer | undefined }

/** The parts of a call that were meant in another way. All of them are made of what was written. */
export interface Meant {
  readonly method?: Method | undefined
  readonly path?: string | RegExp
  /** The code of the response; `…` without one. */
  readonly response?: string
  /** The settings: the keys that lead to a value, and the value. */
  readonly settings?: readonly [keys: readonly string[], value: unknown] | undefined
}

/** Why a part of a declaration is refused. Without `meant`, the problem names what is allowed. */
export interface Mistake {
  readonly problem: string
  readonly meant?: Meant | undefined
  readonly cause?: unknown
}

/** Whether settings would be taken. */
export type AreRight = (settings: Readonly<Record<string, unknown>>) => boolean

/**
 * Returns a parsed part, or refuses the declaration that the part stands in. Settings that would be refused too are left out of
 * the corrected code.
 * @throws {RouteDefinitionError}
 */
export function rightOf<Parsed>(
  route: Route,
  parsed: Parsed | Mistake,
  areRight: AreRight = () => true,
): Exclude<Parsed, Mistake> {
  if (!isMistake(parsed)) return parsed as Exclude<Parsed, Mistake>
  const { problem, meant, cause } = parsed
  const corrected = meant && correctedCall(route, meant, areRight)
  return refuseCall(`${callOf(route)})`, problem, corrected, cause === undefined ? undefined : { cause })
}

/** Whether a part could not be parsed. */
export function isMistake(parsed: unknown): parsed is Mistake {
  return typeof parsed === 'object' && parsed !== null && 'problem' in parsed
}

/** The beginning of a call as written: `rest.get('/users'`. */
export function callOf({ method, path, declarer }: Route): string {
  if (declarer?.operation) return declarer.operation.call
  return `${declarer?.caller ?? 'rest'}.${method.toLowerCase()}(${typeof path === 'string' ? quote(path) : asCode(path)}`
}

function correctedCall(route: Route, { method, path, response = '…', settings }: Meant, areRight: AreRight): string {
  const call = callOf({ ...route, method: method ?? route.method, path: path ?? route.path })
  // `operation(` of `mynah/graphql` takes the response first.
  return `${call}${call.endsWith('(') ? '' : ', '}${response}${settings ? `, ${settingsCode(settings, areRight)}` : ''})`
}

/** The code of settings; `…` for a value that is wrong itself. */
export function settingsCode([keys, value]: NonNullable<Meant['settings']>, areRight: AreRight): string {
  const settings = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return objectCode(keys, areRight(settings as Record<string, unknown>) ? asCode(value) : '…')
}

/** Returns the first mistake in a list of values. */
export function firstMistake<Value>(
  values: Iterable<Value>,
  mistakeIn: (value: Value) => Mistake | undefined,
): Mistake | undefined {
  for (const value of values) {
    const mistake = mistakeIn(value)
    if (mistake) return mistake
  }
  return undefined
}
