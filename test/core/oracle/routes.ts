import fc from 'fast-check'

/* What the oracle of choosing generates: layers of stubs, and the requests that are sent to them one after the other. */

export type Part = {
  readonly kind: 'literal' | 'mixed' | 'param' | 'rest'
  readonly text: string
  readonly optional: boolean
}

export interface Declared {
  readonly method: 'get' | 'head' | 'post' | 'all'
  readonly origin: string | undefined
  readonly parts: readonly Part[]
  /** The source of a RegExp, which then is the path. */
  readonly regexp: string | undefined
  readonly queries: Readonly<Record<string, string>>
  readonly times: number | undefined
  /** Whether it is a resolver that says `next()`. */
  readonly handsOn: boolean
}

export interface Sent {
  readonly method: string
  readonly origin: string
  readonly segments: readonly string[]
  readonly slash: boolean
  readonly queries: Readonly<Record<string, string>>
}

const ORIGINS = ['https://a.test', 'http://b.test:8080'] as const
export const BASES = [undefined, undefined, 'https://a.test', 'http://b.test:8080/a', 'https://a.test/a/b/'] as const

const queries = fc.constantFrom<Readonly<Record<string, string>>[]>(
  ...[{}, {}, {}, { p: '1' }, { p: '2' }, { q: '1' }, { p: '1', q: '1' }, { p: '2', q: '1' }],
)
const LITERALS = ['a', 'b', 'c', 'ab'].map((text) => ({ kind: 'literal', text }) as const)
const PARAMS = ['x', 'y', 'z'].map((name) => ({ kind: 'param', text: `:${name}` }) as const)
const kinds = fc.constantFrom<Omit<Part, 'optional'>[]>(
  ...[...LITERALS, ...LITERALS, ...PARAMS, ...PARAMS, { kind: 'mixed', text: 'a:m' } as const],
)
const part = fc.tuple(kinds, fc.nat(3)).map(([kind, chance]): Part => ({ ...kind, optional: chance === 0 }))
const wildcard = fc.constantFrom<(Part | undefined)[]>(
  ...[undefined, undefined, undefined],
  { kind: 'rest', text: '*r', optional: false },
  { kind: 'rest', text: '*s', optional: true },
)

/** Gives the params names of their own: two with one name are refused. */
function withOwnNames(parts: readonly Part[]): readonly Part[] {
  return parts.map((each, index) => {
    const isTwice = each.kind !== 'literal' && parts.findIndex(({ text }) => text === each.text) < index
    return isTwice ? { ...each, text: `${each.text}${index}` } : each
  })
}

const declared: fc.Arbitrary<Declared> = fc.record({
  method: fc.constantFrom('get', 'get', 'get', 'head', 'post', 'all'),
  origin: fc.constantFrom(undefined, undefined, undefined, ...ORIGINS),
  parts: fc
    .tuple(fc.array(part, { maxLength: 3, size: 'max' }), wildcard)
    .map(([parts, last]) => withOwnNames(last ? [...parts, last] : parts)),
  regexp: fc.constantFrom(...Array(12).fill(undefined), 'a', '^/b', 'c/?$', '^/$'),
  queries,
  times: fc.constantFrom(undefined, undefined, 1, 2),
  handsOn: fc.constantFrom(false, false, false, true),
})

const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PURGE'),
  origin: fc.constantFrom(...ORIGINS),
  segments: fc.array(fc.constantFrom('a', 'b', 'c', 'ab', 'd'), { maxLength: 4, size: 'max' }),
  slash: fc.boolean(),
  queries,
})

export const suite = fc.record({
  base: fc.constantFrom(...BASES),
  /** The newest first; the last one holds the routes of `setupMocks`. */
  layers: fc.array(fc.array(declared, { maxLength: 8, size: 'max' }), { minLength: 1, maxLength: 3, size: 'max' }),
  requests: fc.array(sent, { minLength: 1, maxLength: 40, size: 'max' }),
})
export type Suite = typeof suite extends fc.Arbitrary<infer Value> ? Value : never

/** Whether a part stands in braces: the root of an absolute URL cannot. */
export const isOptional = ({ origin }: Declared, { optional }: Part, index: number) =>
  optional && (origin === undefined || index > 0)

/** Writes a path as a user would. */
export function pathOf(one: Declared): string | RegExp {
  if (one.regexp !== undefined) return new RegExp(one.regexp)
  const texts = one.parts.map((each, index) => (isOptional(one, each, index) ? `{/${each.text}}` : `/${each.text}`))
  return (one.origin ?? '') + (texts.join('') || '/')
}

/** The pathname of a request. */
export function pathnameOf({ segments, slash }: Sent): string {
  return segments.length === 0 ? '/' : `/${segments.join('/')}${slash ? '/' : ''}`
}
