import { compilePath, type Pattern, splitOrigin } from '../path/path.ts'
import type { PathForm } from '../path/segments.ts'
import { reasonOf } from '../refusal.ts'
import { quote, show } from '../show.ts'
import { isRegExp } from '../type-guards.ts'
import { pathMistake } from './check-path.ts'
import type { Mistake } from './correction.ts'

/** Compiles a path behind the base of `rest.at(base)`, or returns the mistake in it. */
export function tryPath(path: unknown, at?: string): Pattern | Mistake {
  if (isRegExp(path)) return compilePath(path, at)
  if (typeof path !== 'string') return { problem: `a path must be a string or a RegExp, got ${show(path)}` }
  if (at !== undefined && splitOrigin(path).origin !== '') {
    return { problem: 'a path behind rest.at() has no origin of its own; use rest without a base' }
  }
  const mistake = pathMistake(path)
  if (mistake) return mistake
  try {
    const pattern = compilePath(path, at)
    const twice = pattern.forms.flatMap(repeated)[0]
    // Of two params with one name, one would be lost.
    return twice === undefined ? pattern : { problem: `two params have the name ${quote(twice)}` }
  } catch (error) {
    const reason = reasonOf(error).replace(/(: [^;]*)?; visit .*/, '')
    return { problem: `the path cannot be read: ${reason}`, cause: error }
  }
}

function repeated({ keys }: PathForm): string[] {
  const names = keys.map(({ name }) => name)
  return names.filter((name, index) => names.indexOf(name) < index)
}
