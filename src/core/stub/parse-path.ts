import { exists } from '../match/matchers.ts'
import { compilePath, type Pattern, splitOrigin } from '../path/path.ts'
import { asCode, reasonOf } from '../refusal.ts'
import { collect } from '../request.ts'
import { show } from '../show.ts'
import { isRegExp, isUrl } from '../type-guards.ts'
import { matchCode, type Route, refuse, withPath } from './correction.ts'

/** How other libraries say that a path is for any host, or in which syntax it is. */
const FOREIGN_START = /^(?:\*(?=\/)|(?:express|glob|path|end):\*?)/

/** Compiles a path, or says what is wrong with it and how it is written. */
export function refusePath(route: Route): Pattern {
  const { path } = route
  if (typeof path === 'string') refusePathText(route, path)
  else if (!isRegExp(path)) {
    const right = isUrl(path) ? firstRight(String(path).replace(/[?#].*/s, '')) : '/users'
    refuse(route, `a path is a string or a RegExp, not ${show(path)}`, withPath(route, right))
  }
  try {
    return compilePath(path)
  } catch (error) {
    const reason = reasonOf(error).replace(/(: [^;]*)?; visit .*/, '')
    const { origin, rest } = splitOrigin(path as string)
    const right = firstRight(origin + mended(rest), mended(rest))
    return refuse(route, `the path cannot be read: ${reason}`, withPath(route, right), { cause: error })
  }
}

function refusePathText(route: Route, path: string): void {
  const { origin, rest } = splitOrigin(path)
  refuseOrigin(route, origin, rest)
  if (path.startsWith('//')) {
    const right = `https:${path}`
    refuse(route, 'an absolute URL starts with http:// or https://', withPath(route, firstRight(right)))
  }
  if (!origin && !/^\{*\//.test(path)) {
    const right = asAbsolute(path) ?? `/${path.replace(FOREIGN_START, '').replace(/^(?:\s|\.{0,2}[\\/])+/, '')}`
    const bare = right.replace(/[?#].*/s, '')
    refuse(
      route,
      'a path starts with a slash, or is an absolute URL',
      withPath(route, firstRight(bare, mended(bare), `${bare}/`, bare.replace(/^.*:\/\/[^/]*/, ''))),
    )
  }
  if (/[:*]\w+\?(?=\/|$)/.test(rest)) {
    const right = origin + rest.replace(/\/([:*]\w+)\?(?=\/|$)/g, '{/$1}')
    refuse(route, 'an optional part stands in braces', withPath(route, firstRight(right, mended(right))))
  }
  if (/\/\{\w+\}(?=\/|$)/.test(rest)) {
    refuse(
      route,
      'a param is written with a colon; braces are for an optional part',
      withPath(route, path.replace(/\/\{(\w+)\}(?=\/|$)/g, '/:$1')),
    )
  }
  if (/[?#]/.test(rest)) refuseQuery(route, origin, rest)
  if (/\/\.\.?(?=\/|$)/.test(rest)) {
    const right = firstRight(origin + new URL(rest, 'http://x').pathname)
    refuse(route, 'no request has `.` or `..` in its path; clients resolve them', withPath(route, right))
  }
}

/** Refuses what stands behind a path in a URL: a query, or a hash. */
function refuseQuery(route: Route, origin: string, rest: string): never {
  // An optional query would stand in braces of its own.
  const unbraced = rest.replace(/\{(\?[^{}]*)\}/, '$1')
  const pathname = unbraced.replace(/[?#].*/s, '')
  const bare = firstRight(origin + (pathname || '/'), origin + mended(pathname))
  const query = /^[^?#]*\?([^#]*)/.exec(unbraced)?.[1]
  if (query === undefined) refuse(route, 'a path has no hash; clients do not send it', withPath(route, bare))
  refuse(route, 'a path has no query; a stub matches on queries with `match`', withPath(route, bare, queriesOf(query)))
}

function refuseOrigin(route: Route, origin: string, rest: string): void {
  if (origin && !/^https?:\/\/[^/@]+$/i.test(origin)) {
    const host = origin.replace(/.*:\/\/(.*@)?/, '')
    refuse(
      route,
      'an absolute URL starts with http:// or https:// and a host, without a user',
      withPath(route, firstRight(`https://${host}${rest}`, `https://api.example.com${rest}`)),
    )
  }
  if (origin.includes('*')) {
    refuse(
      route,
      'an absolute URL is for one host, without wildcards; a path alone is for any',
      withPath(route, firstRight(rest)),
    )
  }
}

/** An absolute URL that was written without its protocol, or with a part of it. */
function asAbsolute(path: string): string | undefined {
  const protocol = /^(https?)(?::\/?|\/\/)(?=\w)/i
  if (protocol.test(path)) return path.replace(protocol, '$1://')
  const isHost = /^(?:(?:localhost|[\w-]+(?:\.[\w-]+)+)\/|[\w.-]+:\d+(?:\/|$))/.test(path)
  return isHost ? `${/^[a-z]+:|^\d/.test(path) ? 'http' : 'https'}://${path}` : undefined
}

/** The settings that ask for a query; a value that is written like a param may be any. */
function queriesOf(query: string): string {
  const entries = [...new URLSearchParams(query)].map(([name, value]): [string, unknown] => [
    name,
    /^:\w+$/.test(value) ? exists() : value,
  ])
  return entries.length === 0 ? '' : matchCode('queries', asCode(collect(entries)))
}

/** The first of some paths that is not refused itself: what a message shows has to be right. */
function firstRight(...paths: readonly string[]): string {
  return paths.find(isRight) ?? '/users/:id'
}

/** A longer path is not read any more by who sees its correction. */
const LONGEST = 1000

function isRight(path: string): boolean {
  if (path.length > LONGEST) return false
  try {
    compilePath(path)
    return /^(https?:\/\/[^/@*]+)?\{*\//.test(path) && !/[?#]|\/\.\.?(?=\/|$)/.test(path)
  } catch {
    return false
  }
}

/** The nearest path that the syntax takes, for the mistakes that other libraries' syntaxes lead to. */
function mended(path: string): string {
  if (path.length > LONGEST) return path
  const open = path.split('{').length - path.split('}').length
  return path
    .replace(/\\$/, '')
    .replace(/([:*])"(\w*)$/, '$1$2')
    .replace(/\[(?:\.\.\.)?(\w+)\]/g, ':$1')
    .replace(/(:\w+)\([^)]*\)/g, '$1')
    .replace(/\/:(\w+)\*(?=\/|$)/g, '{/*$1}')
    .replace(/:(\w+)\+/g, '*$1')
    .replace(/\(\.\*\)|\*+(?![\w"])/g, '*rest')
    .replace(/:(?![\w"])/g, ':id')
    .replace(/:(?=\d)/g, ':id')
    .replace(/([:*]\w+)(?=[:*])/g, '$1-')
    .replace(/^(\{[^{}]*\})(?=[^/{])/, '$1/')
    .replace(/\}/g, (brace) => (open < 0 ? `\\${brace}` : brace))
    .replace(/(?<!\\)[()[\]+!]/g, '\\$&')
    .concat('}'.repeat(Math.max(0, open)))
}
