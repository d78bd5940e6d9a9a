import { compilePath, type PathPattern, type Pattern, splitOrigin } from '../path/path.ts'
import { paramText, reasonOf } from '../refusal.ts'
import { quote, show } from '../show.ts'
import { isRegExp, isUrl } from '../type-guards.ts'
import { type Route, refuse, withPath } from './correction.ts'
import { firstRight, mendPath } from './mend-path.ts'
import { PATH_MISTAKES } from './path-mistakes.ts'

/** Compiles a path, or refuses it with the corrected path. */
export function parsePath(route: Route): Pattern {
  const { path, declarer } = route
  const at = declarer?.at
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
  const pattern = tryCompile(route, path)
  checkNames(route, path, pattern)
  return pattern
}

function tryCompile(route: Route, path: string): PathPattern {
  try {
    return compilePath(path, route.declarer?.at)
  } catch (error) {
    const { origin, rest } = splitOrigin(path)
    const reason = reasonOf(error).replace(/(: [^;]*)?; visit .*/, '')
    const right = firstRight(origin + mendPath(rest), mendPath(rest))
    return refuse(route, `the path cannot be read: ${reason}`, withPath(route, right), { cause: error })
  }
}

/** Of two params with one name, one would be lost. */
function checkNames(route: Route, path: string, { forms }: PathPattern): void {
  for (const { keys } of forms) {
    const names = keys.map(({ name }) => name)
    const twice = names.find((name, index) => names.indexOf(name) < index)
    if (twice === undefined) continue
    let count = 0
    const right = path.replace(
      /([:*])(?:"((?:[^"\\]|\\.)*)"|([\p{ID_Start}$_][\p{ID_Continue}$]*))/gu,
      (whole, sign, quoted, plain) =>
        (quoted ?? plain) === twice && ++count > 1 ? sign + paramText(`${twice}${count}`).slice(1) : whole,
    )
    refuse(route, `two params have the name ${quote(twice)}`, withPath(route, firstRight(right)))
  }
}
