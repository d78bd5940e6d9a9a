import { parse } from 'path-to-regexp'
import { splitOrigin } from '../path/path.ts'
import { refuseCall } from '../refusal.ts'
import { show } from '../show.ts'

/**
 * Checks the base of `rest.at(base)`.
 * @throws {RouteDefinitionError} if the base has params, a query or a hash, or is not a URL or a path.
 */
export function checkBase(base: unknown): asserts base is string {
  const refuse = (problem: string, right = 'https://api.example.com/v1'): never =>
    refuseCall(`rest.at(${show(base)})`, problem, `rest.at('${right}')`)
  if (typeof base !== 'string') return refuse(`a base must be a string, got ${show(base)}`)
  const { origin, rest } = splitOrigin(base)
  const isOrigin = /^https?:\/\/[^/@*]+$/i.test(origin) && URL.canParse(origin)
  if (origin === '' ? !/^\/(?!\/)/.test(rest) : !isOrigin) {
    return refuse('a base is an absolute URL without a user, or a path that starts with a slash')
  }
  if (/[?#]/.test(rest)) return refuse('a base has no query and no hash', base.replace(/[?#].*/s, ''))
  if (!isText(rest)) {
    return refuse(
      'a base has no params; they belong to the paths behind it',
      origin + rest.replace(/\/?[:*{(].*/s, '') || '/api',
    )
  }
}

function isText(path: string): boolean {
  try {
    return parse(path).tokens.every(({ type }) => type === 'text')
  } catch {
    return false
  }
}
