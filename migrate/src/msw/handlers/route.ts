import { type Parameter, parse, pathToRegexp, type Text, type Token, type Wildcard } from 'path-to-regexp'

/** What counts for the order in which mynah asks stubs, and for what it refuses in a list of them. */
export interface Route {
  /** `ALL`, or the method of its requests. */
  readonly method: string
  readonly origin: string | undefined
  readonly forms: readonly Form[]
  readonly isConditional: boolean
  /** Whether it answers each request of its path, for ever and without a resolver. */
  readonly isFixed: boolean
}

/** One of the paths that a path with optional parts stands for. */
interface Form {
  /** The path without the names of its params. */
  readonly shape: string
  readonly regexp: RegExp
  /** How specific each segment is. */
  readonly ranks: readonly number[]
}

const METHODS = /^(?:get|post|put|patch|delete|head|options|all)$/
const [PARAM, REST] = ['\ud801', '\ud802']

/** Returns the route of a stub, or nothing if mynah refuses it. */
export function routeOf(
  method: string,
  path: string,
  rest: Pick<Route, 'isConditional' | 'isFixed'>,
): Route | undefined {
  const { origin, pathname } = splitOrigin(path)
  try {
    if (!METHODS.test(method) || (origin && !URL.canParse(origin))) return undefined
    const forms = alternatives(parse(pathname).tokens).map(toForm)
    return { method: method.toUpperCase(), origin, forms, ...rest }
  } catch {
    return undefined
  }
}

/** Splits a path into the origin of an absolute URL, and the path behind it. */
export function splitOrigin(path: string): { origin: string | undefined; pathname: string } {
  const origin = /^[^/?#{]+:\/\/[^/?#{]*/.exec(path)?.[0]
  return { origin, pathname: path.slice(origin?.length ?? 0) }
}

/** Returns the routes that take a URL, in the order in which mynah asks them. */
export function routesFor(routes: readonly Route[], method: string, url: string): Route[] {
  const { origin, pathname } = splitOrigin(url)
  const found = routes.flatMap((route) => {
    const isOfMethod = route.method === method || route.method === 'ALL'
    const isOfOrigin = route.origin === undefined || route.origin === origin
    const forms = isOfMethod && isOfOrigin ? route.forms : []
    return forms.filter(({ regexp }) => regexp.test(pathname)).map(({ ranks }) => ({ route, ranks }))
  })
  return [...new Set(found.sort(byPrecedence).map(({ route }) => route))]
}

/** Returns the routes of a list that mynah refuses, since an earlier one takes all their requests. */
export function hiddenRoutes(routes: readonly Route[]): Set<Route> {
  const taken = new Set<string>()
  return new Set(
    routes.filter(({ method, origin, forms, isConditional, isFixed }) => {
      const keys = forms.map(({ shape }) => `${method} ${origin} ${shape}`)
      if (!isConditional && keys.every((key) => taken.has(key))) return true
      if (!isConditional && isFixed) for (const key of keys) taken.add(key)
      return false
    }),
  )
}

interface Ranked {
  readonly route: Route
  readonly ranks: Form['ranks']
}

function byPrecedence(one: Ranked, other: Ranked): number {
  const index = one.ranks.findIndex((rank, at) => rank !== other.ranks[at])
  return (
    Number(other.route.origin !== undefined) - Number(one.route.origin !== undefined) ||
    (other.ranks[index] ?? 0) - (one.ranks[index] ?? 0) ||
    Number(one.route.method === 'ALL') - Number(other.route.method === 'ALL') ||
    Number(other.route.isConditional) - Number(one.route.isConditional)
  )
}

type FlatToken = Text | Parameter | Wildcard

/** Returns the paths that one with optional parts stands for, the longest first. */
function alternatives(tokens: readonly Token[]): FlatToken[][] {
  return tokens.reduce<FlatToken[][]>(
    (heads, token) => {
      const tails = token.type === 'group' ? [...alternatives(token.tokens), []] : [[token]]
      return heads.flatMap((head) => tails.map((tail) => [...head, ...tail]))
    },
    [[]],
  )
}

function toForm(tokens: FlatToken[]): Form {
  const shape = tokens.map((one) => (one.type === 'text' ? one.value : one.type === 'param' ? PARAM : REST)).join('')
  const segments = shape.replace(/\/$/, '').split('/').slice(1)
  const rest = segments.findIndex((one) => one.includes(REST))
  const before = rest < 0 ? segments : segments.slice(0, rest)
  const behind = rest < 0 ? [] : [segments.slice(rest).join('/')]
  const { regexp } = pathToRegexp({ tokens }, { sensitive: true, trailing: true })
  return { shape, regexp, ranks: [...before, ...behind].map(rankOf) }
}

/** A text is more specific than a param beside one, that than a param alone, and a wildcard the least; then more text counts. */
function rankOf(segment: string): number {
  const text = segment.replaceAll(/[\ud801\ud802]/g, '').length
  if (segment.includes(REST)) return text
  return text === segment.length ? 3000 : segment === PARAM ? 1000 : 2000 + text
}
