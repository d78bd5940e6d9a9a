import { compilePath, type Pattern, splitOrigin } from '../path/path.ts'
import { reasonOf } from '../refusal.ts'
import { show } from '../show.ts'
import { isRegExp, isUrl } from '../type-guards.ts'
import { type Route, refuse, withPath } from './correction.ts'
import { firstRight, mendPath } from './mend-path.ts'
import { PATH_MISTAKES } from './path-mistakes.ts'

/** Compiles a path, or refuses it with the corrected path. */
export function parsePath(route: Route): Pattern {
  const { path, at } = route
  if (isRegExp(path)) return compilePath(path, at)
  if (typeof path !== 'string') {
    const right = isUrl(path) ? firstRight(String(path).replace(/[?#].*/s, '')) : '/users'
    return refuse(route, `a path must be a string or a RegExp, got ${show(path)}`, withPath(route, right))
  }
  const { origin, rest } = splitOrigin(path)
  for (const { problem, isMade, correct } of PATH_MISTAKES) {
    const written = { path, origin, rest }
    if (isMade(written)) refuse(route, problem, correct(route, written))
  }
  if (at !== undefined && origin !== '') {
    const corrected = withPath({ method: route.method, path }, path)
    refuse(route, 'a path behind rest.at() has no origin of its own', corrected)
  }
  try {
    return compilePath(path, at)
  } catch (error) {
    const reason = reasonOf(error).replace(/(: [^;]*)?; visit .*/, '')
    const right = firstRight(origin + mendPath(rest), mendPath(rest))
    return refuse(route, `the path cannot be read: ${reason}`, withPath(route, right), { cause: error })
  }
}
