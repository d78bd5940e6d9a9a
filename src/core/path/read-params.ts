import type { Params } from '../params.ts'
import { decode, record } from '../request.ts'
import type { PathForm } from './path.ts'
import { plain } from './segments.ts'

/** One for all: a thousand stubs on one path would each make their own. */
const NO_PARAMS: Params = Object.freeze(record<string>())

/** Gives the params of segments that fit those of the form, or `undefined` where they do not fit after all. */
export function readParams(form: PathForm, segments: readonly string[]): Params | undefined {
  if (form.keys.length === 0) return NO_PARAMS
  const params: Params = record()
  if (!form.regexp) {
    form.segments.forEach((segment, index) => {
      if (segment.kind === 'param') params[segment.name] = plain(segments[index] as string)
    })
    return params
  }
  const found = form.regexp.exec(`/${segments.join('/')}`)
  if (!found) return undefined
  form.keys.forEach(({ name, type }, index) => {
    const value = found[index + 1] as string
    params[name] = type === 'wildcard' ? value.split('/').map(plain) : plain(value)
  })
  return params
}

/** Gives the named groups of a RegExp that finds itself in a pathname, or `undefined` where it does not. */
export function readGroups(regexp: RegExp, pathname: string): Params | undefined {
  const found = regexp.exec(pathname)
  if (!found) return undefined
  const params: Params = record()
  for (const [name, value] of Object.entries(found.groups ?? {})) {
    if (value !== undefined) params[name] = decode(value)
  }
  return params
}
