import { exists } from '../match/matchers.ts'
import { compilePath, splitOrigin } from '../path/path.ts'
import { collect } from '../request.ts'
import { isRegExp } from '../type-guards.ts'
import type { Meant, Mistake } from './correction.ts'
import { METHODS, type Method } from './stub.ts'

/** A path as written, and the path behind its origin, which is `''` if the path is for any origin. */
interface WrittenPath {
  readonly path: string
  readonly origin: string
  readonly rest: string
}

/** A mistake that path-to-regexp would accept with another meaning, or refuse without saying what to write. */
interface Row {
  readonly is: (written: WrittenPath) => boolean
  readonly problem: string
  /** Returns what was meant, if it can be made of what was written. A path that is wrong itself is not shown. */
  readonly meant?: (written: WrittenPath) => Meant | undefined
}

/** A method before the path: `'GET /users'`. */
const METHOD_BEFORE = new RegExp(String.raw`^(${METHODS.join('|')})\s+(?=\S)`, 'i')

/** How other libraries begin a path: for any host, or with the name of their own syntax for it. */
const FOREIGN_START = /^(?:\*+|(?:express|path):)(?=\/)/

/** A param in the syntax of Flask or Next.js: `<int:id>`, `[id]`, `[...slug]`, `[[...slug]]`. */
const FOREIGN_PARAM = /\/(?:<(?:\w+:)?(?<flask>\w+)>|\[+(?<dots>\.{3})?(?<next>\w+)\]+)(?=\/|$)/g

/** A param with a RegExp, as in Express 4: `:id(\\d+)`. */
const PARAM_REGEXP = /:(\w+)\(([^()]*)\)/

/** The mistakes, in the order in which they are looked for. */
const ROWS: readonly Row[] = [
  {
    is: ({ path }) => path.includes('${'),
    problem: `in plain quotes, \`\${…}\` is text; write the path in backquotes, or a param with a colon`,
  },
  {
    is: ({ path }) => METHOD_BEFORE.test(path),
    problem: 'a path has no method; the function has it',
    meant({ path }) {
      const method = METHOD_BEFORE.exec(path)?.[1]?.toUpperCase() as Method
      return { method, path: withSlash(path.replace(METHOD_BEFORE, '')) }
    },
  },
  {
    is: ({ origin }) => origin !== '' && !/^https?:\/\/[^/@]+$/i.test(origin),
    problem: 'an absolute URL starts with http:// or https:// and a host, without a user',
  },
  {
    is: ({ origin }) => origin.includes('*'),
    problem: 'an absolute URL is for one host, without wildcards; a path alone is for any host',
    meant: ({ rest }) => ({ path: rest }),
  },
  {
    is: ({ path }) => path.startsWith('//'),
    problem: 'an absolute URL starts with http:// or https://, a path with one slash',
  },
  {
    is: ({ rest }) => /^\^|\\[dwsDWS]|\.[*+]|(?<!\\)\(/.test(rest) && !/[:*][\p{ID_Start}$_"]|\/\*|\*\*/u.test(rest),
    problem: 'a path has no RegExp syntax; use a param, or a RegExp as the path',
    meant: ({ path, origin }) => (origin === '' ? { path: new RegExp(path) } : undefined),
  },
  {
    is: ({ path, origin }) => origin === '' && !/^\{*\//.test(path),
    problem: 'a path starts with a slash, or is an absolute URL',
    meant: ({ path }) => ({ path: withSlash(path.replace(FOREIGN_START, '')) }),
  },
  {
    is: ({ rest }) => /[:*]\w+\?(?=\/|$)/.test(rest),
    problem: 'an optional part is written in braces',
    meant: ({ origin, rest }) => ({ path: origin + rest.replace(/\/([:*]\w+)\?(?=\/|$)/g, '{/$1}') }),
  },
  {
    is: ({ rest }) => /\/:\w+[*+](?=\/|$)/.test(rest),
    problem: 'a param of several segments starts with an asterisk',
    meant: ({ path }) => ({
      path: path.replace(/\/:(\w+)\*(?=\/|$)/g, '{/*$1}').replace(/\/:(\w+)\+(?=\/|$)/g, '/*$1'),
    }),
  },
  {
    is: ({ rest }) => rest.search(FOREIGN_PARAM) >= 0,
    problem: 'a param is written with a colon, or with an asterisk for several segments',
    meant: ({ path }) => ({ path: path.replace(FOREIGN_PARAM, toParam) }),
  },
  {
    is: ({ rest }) => /\/\{\w+\}(?=\/|$)/.test(rest),
    problem: 'a param is written with a colon; braces are for an optional part',
    meant: ({ path }) => ({ path: path.replace(/\/\{(\w+)\}(?=\/|$)/g, '/:$1') }),
  },
  {
    is: ({ rest }) => PARAM_REGEXP.test(rest),
    problem: 'a param has no RegExp of its own; use `match` for params',
    meant({ path }) {
      const [, name = '', source] = PARAM_REGEXP.exec(path) ?? []
      return {
        path: path.replace(PARAM_REGEXP, ':$1'),
        settings: [['match', 'params', name], new RegExp(`^(${source})$`)],
      }
    },
  },
  {
    is: ({ rest }) => /^[^#]*\?/.test(rest),
    problem: 'a path has no query; use `match` for queries',
    meant({ origin, rest }) {
      const queries = queriesOf(rest.replace(/^[^?]*\?|#.*/gs, ''))
      const settings = Object.keys(queries).length > 0 ? ([['match', 'queries'], queries] as const) : undefined
      return { path: bare(origin, rest), settings }
    },
  },
  {
    is: ({ rest }) => rest.includes('#'),
    problem: 'a path has no hash; clients do not send it',
    meant: ({ origin, rest }) => ({ path: bare(origin, rest) }),
  },
  {
    is: ({ rest }) => /\/\.\.?(?=\/|$)/.test(rest),
    problem: 'no request has `.` or `..` in its path; clients resolve them',
    meant: ({ origin, rest }) => ({ path: origin + new URL(rest, 'http://x').pathname }),
  },
  {
    is: ({ rest }) => /(?<!\\)\*(?![\p{ID_Start}$_"])/u.test(rest),
    problem: 'a wildcard has a name behind its asterisk',
  },
]

/** Returns the mistake in a path, if it has one that is more than a wrong character. */
export function checkPath(path: string): Mistake | undefined {
  const written = { path, ...splitOrigin(path) }
  const row = ROWS.find(({ is }) => is(written))
  if (!row) return undefined
  return { problem: row.problem, meant: row.meant && rightOne(written.path, () => row.meant?.(written)) }
}

/** Returns what was meant, if its path is right, or is right without a second mistake. */
function rightOne(written: string, read: () => Meant | undefined): Meant | undefined {
  try {
    const meant = read()
    if (meant?.path === undefined || isRegExp(meant.path)) return meant
    const second = meant.path === written ? undefined : checkPath(meant.path)
    if (second) return meant.settings ? undefined : second.meant && { ...meant, ...second.meant }
    compilePath(meant.path)
    return meant
  } catch {
    return undefined
  }
}

/** Puts the slash before a path that lacks it, or has a dot or a space there. A name with a dot or a colon may be a host. */
function withSlash(path: string): string {
  const isHost = /^(?:[\w-]+(?:[.:][\w-]+)+|localhost)(?=[/?#]|$)/.test(path)
  return isHost || /^https?:\/\//i.test(path) ? path : `/${path.replace(/^(?:\s|\.{0,2}[\\/])+/, '')}`
}

function toParam(...match: readonly unknown[]): string {
  const { flask, dots, next } = match.at(-1) as Readonly<Record<string, string | undefined>>
  return `/${dots ? '*' : ':'}${flask ?? next}`
}

function bare(origin: string, rest: string): string {
  return origin + (rest.replace(/\{?[?#].*/s, '') || '/')
}

/** Returns the queries of a text. A value such as `:page` stands for any value. */
function queriesOf(query: string): Readonly<Record<string, unknown>> {
  return collect(
    [...new URLSearchParams(query)].map(([name, value]): [string, unknown] => [
      name,
      /^:\w+$/.test(value) ? exists() : value,
    ]),
  )
}
