import { exists } from '../match/matchers.ts'
import { BARE, compilePath, splitOrigin } from '../path/path.ts'
import { collect } from '../request.ts'
import { isRegExp } from '../type-guards.ts'
import type { Meant, Mistake } from './correction.ts'
import { METHODS, type Method } from './stub.ts'

/** A mistake that path-to-regexp would accept with another meaning, or refuse without saying what to write. */
interface Row {
  readonly is: RegExp
  /** Whether it is looked for in the path with its origin. */
  readonly isWhole?: true
  readonly problem: string
  /** Replaces what was found, or returns what was meant, if it can be made of what was written. */
  readonly right?: string | ((path: string, origin: string, rest: string) => Meant | undefined)
}

/** A method before the path: `'GET /users'`. */
const METHOD_BEFORE = new RegExp(String.raw`^(${METHODS.join('|')})\s+(?=\S)`, 'i')

/** A param with a RegExp, as in Express 4: `:id(\\d+)`, or `{id:\\d+}`, as elsewhere. What starts with a letter there is a type, or a param itself. */
const PARAM_REGEXP = /:(\w+)\(([^()]*)\)|\{(\w+):(?![a-zA-Z$_"\x80-\uffff])((?:[^{}]|\{[\d,]+\})+)\}/

/**
 * RegExp syntax in a path without params. Any character outside ASCII counts as the start of a name here: V8 reads the classes of Unicode
 * in a literal with each import, for a million instructions each, and path-to-regexp refuses what starts none.
 */
const REGEXP = /^(?!.*(?:[:*][a-zA-Z$_"\x80-\uffff]|\/\*|\*\*|\{\w+:)).*(?:^\^|\\[dwsDWS]|\.[*+]|(?<!\\)\()/s

const SEVERAL = 'a param of several segments starts with an asterisk'

/** The mistakes, in the order in which they are looked for. */
const ROWS: readonly Row[] = [
  {
    is: /\$\{/,
    isWhole: true,
    problem: `in plain quotes, \`\${…}\` is text; write the path in backquotes, or a param with a colon`,
  },
  {
    is: METHOD_BEFORE,
    isWhole: true,
    problem: 'a path has no method; the function has it',
    right(path) {
      const method = METHOD_BEFORE.exec(path)?.[1]?.toUpperCase() as Method
      return { method, path: withSlash(path.replace(METHOD_BEFORE, '')) }
    },
  },
  {
    is: /^(?!(?:http|ws)s?:\/\/[^/@?#{]+(?:[/?#{]|$))(?:[^/?#{]+:)?\/\//i,
    isWhole: true,
    problem: 'an absolute URL starts with http:// or https:// and a host, without a user; a path starts with one slash',
  },
  {
    is: /^[^/?#{]+:\/\/[^/?#{]*\*/,
    isWhole: true,
    problem: 'an absolute URL is for one host, without wildcards; a path alone is for any host',
    right: (_, __, rest) => ({ path: rest }),
  },
  {
    is: REGEXP,
    problem: 'a path has no RegExp syntax; use a param, or a RegExp as the path',
    right: (path, origin) => (origin === '' ? { path: new RegExp(path) } : undefined),
  },
  {
    is: /^(?!\{*\/|(?:http|ws)s?:\/\/)/i,
    isWhole: true,
    problem: 'a path starts with a slash, or is an absolute URL',
    right: (path) => ({ path: withSlash(path.replace(/^\*+(?=\/)/, '')) }),
  },
  { is: /(\/?)([:*]\w+)\?(?=\/|$)/g, problem: 'an optional part is written in braces', right: '{$1$2}' },
  { is: /\/:(\w+)\*(?=\/|$)/g, problem: SEVERAL, right: '{/*$1}' },
  { is: /\/(?::(\w+)\+|\[+\.{3}(\w+)\]+)(?=\/|$)/g, problem: SEVERAL, right: '/*$1$2' },
  {
    is: /\/(?:<(?:\w+:)?(\w+)>|\[+(\w+)\]+|\{(\w+\??)(?::[a-z_]\w*(\??))?\})(?=\/|$)/gi,
    problem: 'a param is written with a colon; braces are for an optional part',
    right: '/:$1$2$3$4',
  },
  {
    is: PARAM_REGEXP,
    problem: 'a param has no RegExp of its own; use `match` for params',
    right(path) {
      const [, name = '', source, braced = '', bracedSource = source] = PARAM_REGEXP.exec(path) ?? []
      const settings = [['match', 'params', name || braced], new RegExp(`^(${bracedSource})$`)] as const
      return { path: path.replace(PARAM_REGEXP, ':$1$3'), settings }
    },
  },
  {
    is: /^[^#]*\?/,
    problem: 'a path has no query; use `match` for queries',
    right(_, origin, rest) {
      const queries = queriesOf(rest.replace(/^[^?]*\?|#.*/gs, ''))
      const settings = Object.keys(queries).length > 0 ? ([['match', 'queries'], queries] as const) : undefined
      return { path: origin + (rest.replace(/\{?\?.*/s, '') || '/'), settings }
    },
  },
  { is: /\{?#.*/s, problem: 'a path has no hash; clients do not send it', right: '' },
  {
    is: /\/\.\.?(?=\/|$)/,
    problem: 'no request has `.` or `..` in its path; clients resolve them',
    right: (_, origin, rest) => ({ path: origin + new URL(rest, 'http://x').pathname }),
  },
  { is: /(?<!\\)\*(?![a-zA-Z$_"\x80-\uffff])/, problem: 'a wildcard has a name behind its asterisk' },
]

/** Returns the mistake in a path, if it has one that is more than a wrong character. */
export function pathMistake(path: string): Mistake | undefined {
  // No row is about a bare path.
  if (BARE.test(path)) return undefined
  const { origin, rest } = splitOrigin(path)
  const row = ROWS.find(({ is, isWhole }) => (isWhole ? path : rest).search(is) >= 0)
  if (!row) return undefined
  const { is, problem, right } = row
  const meant = () =>
    typeof right === 'string' ? { path: origin + rest.replace(is, right) } : right?.(path, origin, rest)
  return { problem, meant: rightOne(path, meant) }
}

/** Returns what was meant, if its path is right, or is right without a second mistake. */
function rightOne(written: string, read: () => Meant | undefined): Meant | undefined {
  try {
    const meant = read()
    if (meant?.path === undefined || isRegExp(meant.path)) return meant
    const second = meant.path === written ? undefined : pathMistake(meant.path)
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
  return isHost || /^(?:http|ws)s?:\/\//i.test(path) ? path : `/${path.replace(/^(?:\s|\.{0,2}[\\/])+/, '')}`
}

/** Returns the queries of a text. A value such as `:page` stands for any value. */
function queriesOf(query: string): Readonly<Record<string, unknown>> {
  const pairs = [...new URLSearchParams(query)]
  return collect(pairs.map(([name, value]): [string, unknown] => [name, /^:\w+$/.test(value) ? exists() : value]))
}
