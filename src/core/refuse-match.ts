import { isPlainObject } from './kinds.ts'
import { MATCH_PARTS } from './match.ts'
import { isMatcher } from './matchers.ts'
import { type Pattern, paramNames } from './path.ts'
import { propertyName, type Route, refuse, refuseKey, withPath, withSettings } from './refuse.ts'
import { quote, show } from './show.ts'

/** Refuses a `match` that no request could satisfy. */
export function refuseMatch(route: Route, pattern: Pattern, match: unknown): void {
  if (match === undefined || typeof match === 'function') return
  if (!isPlainObject(match) || isMatcher(match) || '~standard' in match) {
    refuse(
      route,
      `match is an object of parts, or a function of the request, not ${show(match)}`,
      withSettings(route, "{ match: { queries: { role: 'admin' } } }"),
    )
  }
  for (const key of Object.keys(match)) {
    if (!MATCH_PARTS.includes(key as never))
      refuseKey(route, key, 'part of a match', MATCH_PARTS, (right) => `{ match: { ${right}: ${show(match[key])} } }`)
  }
  for (const part of ['params', 'queries', 'headers', 'cookies'] as const) refuseTextPart(route, part, match[part])
  refuseParams(route, pattern, match.params)
  if ('body' in match) refuseInstances(route, match.body)
}

function refuseTextPart(route: Route, part: string, expected: unknown): void {
  if (expected === undefined || typeof expected === 'function') return
  if (!isPlainObject(expected)) {
    if (
      typeof expected === 'object' &&
      expected !== null &&
      ('~standard' in expected || 'asymmetricMatch' in expected || isMatcher(expected))
    )
      return
    refuse(
      route,
      `${part} in a match is an object of names and values, not ${show(expected)}`,
      withSettings(route, `{ match: { ${part}: { id: '1' } } }`),
    )
  }
  if (isMatcher(expected) || '~standard' in expected) return
  for (const [name, value] of Object.entries(expected)) {
    const inner = (Array.isArray(value) ? value : [value]).find(
      (one) => isPlainObject(one) && !isMatcher(one) && !('~standard' in one),
    )
    if (inner === undefined) continue
    const flat = Object.entries(inner as object).map(([key, one]) => `${propertyName(`${name}[${key}]`)}: ${show(one)}`)
    refuse(
      route,
      `${part}.${name} arrives as text and is never an object`,
      withSettings(route, `{ match: { ${part}: { ${flat.join(', ') || `${propertyName(name)}: 'a text'`} } } }`),
    )
  }
}

function refuseParams(route: Route, pattern: Pattern, expected: unknown): void {
  if (!isPlainObject(expected) || isMatcher(expected) || '~standard' in expected) return
  const names = paramNames(pattern)
  for (const [name, value] of Object.entries(expected)) {
    if (names.includes(name)) continue
    if (names.length > 0) {
      refuseKey(
        route,
        name,
        'param of this path',
        names,
        (right) => `{ match: { params: { ${propertyName(right)}: ${show(value)} } } }`,
      )
    }
    const example = typeof route.path === 'string' ? `${route.path.replace(/\/$/, '')}/:${name}` : `/users/:${name}`
    refuse(
      route,
      `${quote(name)} is no param of this path, which has none`,
      withPath(route, example, `{ match: { params: { ${propertyName(name)}: ${show(value)} } } }`),
    )
  }
}

/** A parsed body has no dates, maps or bytes that could be compared by value; a function can look at whatever arrives. */
function refuseInstances(route: Route, expected: unknown): void {
  if (typeof expected !== 'object' || expected === null || isMatcher(expected)) return
  if (
    '~standard' in expected ||
    'asymmetricMatch' in expected ||
    Object.prototype.toString.call(expected) === '[object RegExp]'
  )
    return
  if (Array.isArray(expected) || isPlainObject(expected)) {
    for (const value of Object.values(expected)) refuseInstances(route, value)
    return
  }
  refuse(
    route,
    `no parsed body has a ${expected.constructor?.name ?? 'class instance'} in it; ask with a function`,
    withSettings(route, '{ match: { body: (body) => … } }'),
  )
}
