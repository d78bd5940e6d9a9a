import { exists } from '../match/matchers.ts'
import { asAbsolute } from '../path/as-absolute.ts'
import { asCode } from '../refusal.ts'
import { collect } from '../request.ts'
import { matchCode, type Route, withPath } from './correction.ts'
import { firstRight, mendPath, withoutHyphens } from './mend-path.ts'
import { METHODS, type Method } from './stub.ts'

/** A path as written: the origin of an absolute URL, or `''`, and the path behind it. */
interface WrittenPath {
  readonly path: string
  readonly origin: string
  readonly rest: string
}

/** A mistake that path-to-regexp would accept with another meaning, or refuse without saying what to write. */
interface PathMistake {
  readonly problem: string
  readonly isMade: (written: WrittenPath) => boolean
  /** Returns the corrected call. */
  readonly correct: (route: Route, written: WrittenPath) => string
}

/** A method before the path: `'GET /users'`. */
const METHOD_BEFORE = new RegExp(String.raw`^(${METHODS.join('|')})\s+(?=\S)`, 'i')

/** How other libraries begin a path for any host, or say in which syntax it is. */
const FOREIGN_START = /^(?:\*(?=\/)|\^(?=\/)|(?:express|glob|path|end):\*?)/

/** The mistakes, in the order in which they are looked for. */
export const PATH_MISTAKES: readonly PathMistake[] = [
  {
    problem: `in plain quotes, \`\${…}\` is text; a param has a colon`,
    isMade: ({ path }) => path.includes('${'),
    correct(route, { path }) {
      // A base in front, such as `${API}/users`: a path is for any origin.
      const behind = path.replace(/^\$\{[^{}]*\}(?=\/)/, '')
      return withPath(
        route,
        firstRight(mendPath(behind), mendPath(behind.replace(/^.*?:\/\/[^/]*/, '')), `/${mendPath(behind)}`),
      )
    },
  },
  {
    problem: 'an absolute URL starts with http:// or https:// and a host, without a user',
    isMade: ({ origin }) => origin !== '' && !/^https?:\/\/[^/@]+$/i.test(origin),
    correct(route, { origin, rest }) {
      const host = origin.replace(/.*:\/\/(.*@)?/, '')
      return withPath(route, firstRight(`https://${host}${rest}`, `https://api.example.com${rest}`))
    },
  },
  {
    problem: 'an absolute URL is for one host, without wildcards; a path alone is for any host',
    isMade: ({ origin }) => origin.includes('*'),
    correct: (route, { rest }) => withPath(route, firstRight(rest)),
  },
  {
    problem: 'a path has no method; the function has it',
    isMade: ({ path }) => METHOD_BEFORE.test(path),
    correct(route, { path }) {
      const method = METHOD_BEFORE.exec(path)?.[1]?.toUpperCase() as Method
      const bare = path.replace(METHOD_BEFORE, '')
      return withPath({ ...route, method }, firstRight(bare, mendPath(bare), `/${bare}`))
    },
  },
  {
    problem: 'an absolute URL starts with http:// or https://, a path with one slash',
    isMade: ({ path }) => path.startsWith('//'),
    correct(route, { path }) {
      const isHost = /^\/\/(?:localhost\b|[^/]*[.:])/.test(path)
      return withPath(route, isHost ? firstRight(`https:${path}`) : firstRight(path.replace(/\/+/, '/')))
    },
  },
  {
    problem: 'a path starts with a slash, or is an absolute URL',
    isMade: ({ path, origin }) => origin === '' && !/^\{*\//.test(path),
    correct(route, { path }) {
      const right =
        asAbsolute(path) ??
        `/${path
          .replace(/^\^(.*)\$$/s, '$1')
          .replace(FOREIGN_START, '')
          .replace(/^(?:\s|\.{0,2}[\\/])+/, '')}`
      const bare = withoutHyphens(right.replace(/[?#].*/s, ''))
      return withPath(route, firstRight(bare, mendPath(bare), `${bare}/`, bare.replace(/^.*:\/\/[^/]*/, '')))
    },
  },
  {
    problem: 'a path has no RegExp syntax; use a param, or a RegExp as the path',
    isMade: ({ rest }) => /\\[dwsDWS]/.test(rest) && !rest.includes('('),
    correct: correctSyntax,
  },
  {
    problem: 'an optional part is written in braces',
    isMade: ({ rest }) => /[:*]\w+\?(?=\/|$)/.test(rest),
    correct(route, { origin, rest }) {
      const right = origin + rest.replace(/\/([:*]\w+)\?(?=\/|$)/g, '{/$1}')
      return withPath(route, firstRight(right, mendPath(right)))
    },
  },
  {
    problem: 'a param is written with a colon',
    isMade: ({ rest }) => /\/<[\w:]+>(?=\/|$)/.test(rest),
    correct: correctSyntax,
  },
  {
    problem: 'a param is written with a colon; braces are for an optional part',
    isMade: ({ rest }) => /\/\{\w+\}(?=\/|$)/.test(rest),
    correct: (route, { path }) => withPath(route, path.replace(/\/\{(\w+)\}(?=\/|$)/g, '/:$1')),
  },
  {
    problem: 'a path has no query; use `match` for queries',
    isMade: ({ rest }) => /^[^#]*\?/.test(rest),
    correct(route, { origin, rest }) {
      const [pathname, query] = splitQuery(rest)
      return withPath(route, barePath(origin, pathname), queriesOf(query))
    },
  },
  {
    problem: 'a path has no hash; clients do not send it',
    isMade: ({ rest }) => rest.includes('#'),
    correct: (route, { origin, rest }) => withPath(route, barePath(origin, splitQuery(rest)[0])),
  },
  {
    problem: 'no request has `.` or `..` in its path; clients resolve them',
    isMade: ({ rest }) => /\/\.\.?(?=\/|$)/.test(rest),
    correct: (route, { origin, rest }) => withPath(route, firstRight(origin + new URL(rest, 'http://x').pathname)),
  },
]

function correctSyntax(route: Route, { origin, rest }: WrittenPath): string {
  return withPath(route, firstRight(origin + mendPath(rest)))
}

/** Splits a path with a query, which may stand in braces of its own, or with a hash. */
function splitQuery(rest: string): readonly [pathname: string, query: string] {
  const unbraced = rest.replace(/\{(\?[^{}]*)\}/, '$1')
  return [unbraced.replace(/[?#].*/s, ''), unbraced.replace(/^[^?]*\?|#.*/gs, '')]
}

function barePath(origin: string, pathname: string): string {
  return firstRight(origin + (pathname || '/'), origin + mendPath(pathname))
}

/** Returns the settings that match a query. A value such as `:page` stands for any value. */
function queriesOf(query: string): string {
  const entries = [...new URLSearchParams(query)].map(([name, value]): [string, unknown] => [
    name,
    /^:\w+$/.test(value) ? exists() : value,
  ])
  return entries.length === 0 ? '' : matchCode('queries', asCode(collect(entries)))
}
