import { asCode, keyProblem, nearestTo, objectCode, refuseCall } from '../core/refusal.ts'
import { quote, show } from '../core/show.ts'
import { isOneOf, isPlainObject } from '../core/type-guards.ts'
import type { MynahParameters } from './parameters.ts'

type Plain = Readonly<Record<string, unknown>>

/** What other addons call the parameters. */
const ELSEWHERE: Readonly<Record<string, keyof MynahParameters>> = { handlers: 'routes', mockData: 'routes' }

const PARAMETERS = ['routes', 'variants', 'verify'] as const

/** What Storybook takes as a value of a global in its URL. */
const IN_URL = /^[\w -]+$/

/**
 * Returns the value of `parameters.mynah`. Its routes are checked when they are read.
 * @throws {RouteDefinitionError} for an unknown key, a value of the wrong kind, and a variant that a URL cannot name.
 */
export function parseParameters(given: unknown = {}): MynahParameters {
  assertPlain('parameters.mynah', given, 'an object of routes, variants and verify')
  const unknown = Object.keys(given).find((key) => !isOneOf(PARAMETERS, key))
  if (unknown !== undefined) refuseKey(unknown, given[unknown])
  const { variants = {}, verify = true } = given
  assertPlain('parameters.mynah.variants', variants, 'an object of names and routes')
  const name = Object.keys(variants).find((one) => !IN_URL.test(one))
  if (name !== undefined) refuseVariant(name, variants[name])
  if (typeof verify !== 'boolean') {
    refuseCall('parameters.mynah.verify', `it takes true or false, got ${show(verify)}`)
  }
  return given
}

/**
 * Returns the chosen variant; `undefined` if there is none.
 * @throws {RouteDefinitionError} for another value than `{ variant: 'broken' }`.
 */
export function parseVariant(given: unknown = {}): string | undefined {
  assertPlain('globals.mynah', given, "{ variant: 'name' }", typeof given === 'string' ? globalsCode(given) : undefined)
  const unknown = Object.keys(given).find((key) => key !== 'variant')
  if (unknown !== undefined) refuseCall('globals.mynah', keyProblem(unknown, 'key of it', ['variant']))
  const { variant } = given
  // A number in a URL arrives as one.
  return variant === undefined || variant === null ? undefined : String(variant)
}

function assertPlain(written: string, value: unknown, wanted: string, meant?: string): asserts value is Plain {
  if (!isPlainObject(value)) refuseCall(written, `it takes ${wanted}, got ${show(value)}`, meant)
}

function refuseKey(key: string, value: unknown): never {
  const right = ELSEWHERE[key] ?? nearestTo(key, PARAMETERS)
  const problem = keyProblem(key, 'parameter', PARAMETERS)
  return refuseCall('parameters.mynah', problem, right && parametersCode([right], asCode(value)))
}

function refuseVariant(name: string, value: unknown): never {
  const right = name.replace(/[^\w -]+/g, '-').replace(/^-+|-+$/g, '')
  const problem = `a URL of Storybook cannot hold the name ${quote(name)}; use letters, digits, spaces, _ and -`
  const meant = right === '' ? undefined : parametersCode(['variants', right], asCode(value))
  return refuseCall('parameters.mynah.variants', problem, meant)
}

/** The code of a parameter in a story. */
function parametersCode(keys: readonly string[], value: string): string {
  return `parameters: ${objectCode(['mynah', ...keys], value)}`
}

function globalsCode(variant: string): string {
  return `globals: ${objectCode(['mynah', 'variant'], quote(variant))}`
}
