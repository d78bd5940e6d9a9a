import { parse } from 'path-to-regexp'
import { splitOrigin } from '../path/path.ts'
import { refuseCall } from '../refusal.ts'
import { show, showWritten } from '../show.ts'
import { settingsMistake } from './check-settings.ts'
import { isMistake, type Mistake, settingsCode } from './correction.ts'
import { tryMatch } from './parse-match.ts'
import type { Settings } from './stub.ts'

/**
 * Checks the base of `rest.at(base, settings)`, and the settings. Only each stub can tell the params of its path.
 * @throws {RouteDefinitionError} if the base has params, a query or a hash, or is not a URL or a path; for wrong settings.
 */
export function checkBase(base: unknown, settings: unknown): asserts base is string {
  const call = `rest.at(${showWritten(base)}`
  const problem = typeof base === 'string' ? problemOf(base) : `a base must be a string, got ${show(base)}`
  if (problem !== undefined) refuseCall(`${call})`, problem)
  const mistake = mistakeIn(settings)
  if (!mistake) return
  const meant = mistake.meant?.settings
  const corrected = meant && `${call}, ${settingsCode(meant, (given) => !mistakeIn(given))})`
  refuseCall(`${call})`, mistake.problem, corrected, { cause: mistake.cause })
}

function mistakeIn(settings: unknown): Mistake | undefined {
  const mistake = settingsMistake(settings)
  if (mistake) return mistake
  const match = tryMatch(undefined, (settings as Settings | undefined)?.match)
  return isMistake(match) ? match : undefined
}

function problemOf(base: string): string | undefined {
  const { origin, rest } = splitOrigin(base)
  const isOrigin = /^(?:http|ws)s?:\/\/[^/@*]+$/i.test(origin) && URL.canParse(origin)
  if (origin === '' ? !/^\/(?!\/)/.test(rest) : !isOrigin) {
    return 'a base is an absolute URL without a user, or a path that starts with a slash'
  }
  if (/[?#]/.test(rest)) return 'a base has no query and no hash'
  return isLiteralPath(rest) ? undefined : 'a base has no params; they belong to the paths behind it'
}

function isLiteralPath(path: string): boolean {
  try {
    return parse(path).tokens.every(({ type }) => type === 'text')
  } catch {
    return false
  }
}
