import type { Pattern } from './path.ts'
import { lowerFirst, type Route, refuse, withPath } from './refuse.ts'
import { propertyName, quote, show } from './show.ts'

/** Compiles a path, or says what is wrong with it and how it is written. */
export function refusePath(route: Route, compile: () => Pattern): Pattern {
  const { path } = route
  if (typeof path === 'string') refusePathText(route, path)
  else if (Object.prototype.toString.call(path) !== '[object RegExp]') {
    refuse(route, `a path is a string or a RegExp, not ${show(path)}`, withPath(route, '/users'))
  }
  try {
    return compile()
  } catch (error) {
    const reason = (error as Error).message.replace(/(: [^;]*)?; visit .*$/s, '')
    return refuse(
      route,
      `the path cannot be read: ${lowerFirst(reason)}`,
      withPath(route, mended(path as string)),
      error,
    )
  }
}

function refusePathText(route: Route, path: string): void {
  const [, origin = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#{]*)?(.*)$/is.exec(path) ?? []
  if (origin && !/^https?:\/\/[^/@]+$/i.test(origin)) {
    refuse(
      route,
      'an absolute URL starts with http:// or https:// and a host',
      withPath(route, `https://api.example.com${rest}`),
    )
  }
  if (!origin && !/^\{*\//.test(path)) {
    const slash = `/${path.replace(/^[?#].*/, '')}`
    refuse(route, 'a path starts with a slash, or is an absolute URL', withPath(route, slash))
  }
  if (/[:*]\w+\?(?=\/|$)/.test(rest)) {
    refuse(route, 'an optional part stands in braces', withPath(route, path.replace(/\/([:*]\w+)\?/g, '{/$1}')))
  }
  const [pathname = '', query] = path.split('#')[0]?.split('?') ?? []
  if (query !== undefined) {
    const queries = [...new URLSearchParams(query)]
      .map(([name, value]) => `${propertyName(name)}: ${quote(value)}`)
      .join(', ')
    const settings = queries ? `{ match: { queries: { ${queries} } } }` : ''
    refuse(
      route,
      'a path has no query; a stub matches on queries with `match`',
      withPath(route, pathname || '/', settings),
    )
  }
  if (path.includes('#')) {
    refuse(route, 'a path has no hash; clients do not send it', withPath(route, pathname || '/'))
  }
  if (/\/\.\.?(?=\/|$)/.test(rest)) {
    refuse(
      route,
      'no request has `.` or `..` in its path; clients resolve them',
      withPath(route, new URL(rest, 'http://x').pathname),
    )
  }
}

/** The nearest path that the syntax takes, for the mistakes that other libraries' syntaxes lead to. */
function mended(path: string): string {
  return path
    .replace(/(:\w+)\([^)]*\)/g, '$1')
    .replace(/\(\.\*\)|\*(?![\w"])/g, '*rest')
    .replace(/:(?![\w"])/g, ':id')
    .replace(/([:*]\w*)"$/, '$1')
    .replace(/[()[\]+!]/g, '\\$&')
}
