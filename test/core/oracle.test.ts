import fc from 'fast-check'
import { match as reference } from 'path-to-regexp'
import { describe, expect, test } from 'vitest'
import { compare, type Difference } from '../../src/core/compare.ts'
import { compile } from '../../src/core/condition.ts'
import { compilePath } from '../../src/core/path.ts'
import { defineStub, type Method, type Stub } from '../../src/core/stub.ts'
import { decide, paramsOf, requestOf, tableOf } from './support.ts'

/**
 * The core against naive references, written from the contract's words and not from the code: plain scans and sorts.
 * The random seed of a failing run stands in its message.
 */
const RUNS = [
  { title: '2,000 runs of a fixed seed', parameters: { numRuns: 2000, seed: 20261101 } },
  { title: '500 runs of a random seed', parameters: { numRuns: 500 } },
] as const

// ------------------------------------------------------------------------------------------------ which stub answers

/** A segment of a generated path, in as simple a form as a reference can read. */
type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string }

interface Declared {
  readonly method: Method
  readonly origin: string | undefined
  readonly parts: readonly Part[]
  /** Whether the last segment is written as an optional one. */
  readonly optional: boolean
  readonly regexp: string | undefined
  readonly queries: Readonly<Record<string, string>>
  readonly spent: boolean
}

interface Sent {
  readonly method: string
  readonly origin: string
  readonly segments: readonly string[]
  readonly slash: boolean
  readonly queries: Readonly<Record<string, string>>
}

const ORIGINS = ['https://a.test', 'http://b.test:8080'] as const
const TEXTS = ['a', 'b', 'c'] as const

const literal = fc.record({ kind: fc.constant('literal' as const), text: fc.constantFrom(...TEXTS) })
const param = fc.record({ kind: fc.constant('param' as const), name: fc.constantFrom('x', 'y', 'z') })
const rest = fc.record({ kind: fc.constant('rest' as const), name: fc.constantFrom('r', 's') })
const queries = fc.dictionary(fc.constantFrom('p', 'q'), fc.constantFrom('1', '2'), {
  maxKeys: 2,
  noNullPrototype: true,
})

const declared: fc.Arbitrary<Declared> = fc.record({
  method: fc.constantFrom<Method[]>('GET', 'GET', 'HEAD', 'POST', 'ALL'),
  origin: fc.option(fc.constantFrom(...ORIGINS), { nil: undefined, freq: 4 }),
  parts: fc
    .tuple(
      fc.array(fc.oneof({ weight: 3, arbitrary: literal }, { weight: 2, arbitrary: param }), { maxLength: 3 }),
      fc.option(rest, { nil: undefined, freq: 3 }),
    )
    .map(([parts, last]) => (last ? [...parts, last] : parts)),
  optional: fc.boolean(),
  regexp: fc.option(fc.constantFrom('a', '^/b', 'c$', '^/$'), { nil: undefined, freq: 8 }),
  queries,
  spent: fc.constantFrom(false, false, false, true),
})

const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PURGE'),
  origin: fc.constantFrom(...ORIGINS),
  segments: fc.array(fc.constantFrom(...TEXTS, 'd'), { maxLength: 4 }),
  slash: fc.boolean(),
  queries,
})

/** Writes a path as a user would. */
function pathOf({ origin = '', parts, optional, regexp }: Declared): string | RegExp {
  if (regexp !== undefined) return new RegExp(regexp)
  const signs = { literal: '', param: ':', rest: '*' }
  const texts = parts.map((part) => `/${signs[part.kind]}${part.kind === 'literal' ? part.text : part.name}`)
  const last = texts.pop()
  if (last === undefined) return `${origin}/`
  // An absolute URL needs its slash before it can have an optional part.
  return optional && texts.length > 0 ? `${origin}${texts.join('')}{${last}}` : `${origin}${texts.join('')}${last}`
}

function lineOf({ method, origin, segments, slash, queries: asked }: Sent): string {
  const search = new URLSearchParams(asked).toString()
  const path = segments.length === 0 ? '/' : `/${segments.join('/')}${slash ? '/' : ''}`
  return `${method} ${origin}${path}${search && `?${search}`}`
}

/** One of the paths that a declared one stands for, with its place in the list. */
interface Standing {
  readonly index: number
  readonly one: Declared
  readonly parts: readonly Part[]
}

/** The answer by the contract alone: scan all, throw out what does not fit, sort by section 4, take the first. */
function naiveAnswer(list: readonly Declared[], request: Sent): number | undefined {
  const standing = list.flatMap((one, index): Standing[] => {
    const full = { index, one, parts: one.parts }
    const isOptional = one.optional && one.parts.length > 1 && one.regexp === undefined
    return isOptional ? [full, { ...full, parts: one.parts.slice(0, -1) }] : [full]
  })
  const ordered = standing.filter((each) => naiveFits(each, request)).sort((a, b) => naiveOrder(a, b, request))
  const answering = ordered.find(({ one }) => {
    const asked = Object.entries(one.queries)
    return !one.spent && asked.every(([name, value]) => request.queries[name] === value)
  })
  return answering?.index
}

function naiveFits({ one, parts }: Standing, request: Sent): boolean {
  const allowed = request.method === 'HEAD' ? ['HEAD', 'GET', 'ALL'] : [request.method, 'ALL']
  if (!allowed.includes(one.method)) return false
  if (one.regexp !== undefined) {
    const path = request.segments.length === 0 ? '/' : `/${request.segments.join('/')}${request.slash ? '/' : ''}`
    return new RegExp(one.regexp).test(path)
  }
  if (one.origin !== undefined && one.origin !== request.origin) return false
  const last = parts.at(-1)
  const enough =
    last?.kind === 'rest' ? request.segments.length >= parts.length : request.segments.length === parts.length
  return enough && parts.every((part, index) => part.kind !== 'literal' || part.text === request.segments[index])
}

/** Section 4, rule 2, then rule 3. */
function naiveOrder(a: Standing, b: Standing, request: Sent): number {
  const kinds = ['literal', 'param', 'rest']
  const isRegExp = (each: Standing) => Number(each.one.regexp !== undefined)
  const isRelative = (each: Standing) => Number(each.one.regexp !== undefined || each.one.origin === undefined)
  const method = (each: Standing) =>
    [request.method, request.method === 'HEAD' ? 'GET' : '', 'ALL'].indexOf(each.one.method)
  const count = (each: Standing) => Object.keys(each.one.queries).length
  const bySegment = () => {
    if (a.one.regexp !== undefined || b.one.regexp !== undefined) return 0
    for (let index = 0; index < Math.min(a.parts.length, b.parts.length); index++) {
      const difference = kinds.indexOf(a.parts[index]?.kind ?? '') - kinds.indexOf(b.parts[index]?.kind ?? '')
      if (difference !== 0) return difference
    }
    return 0
  }
  return (
    isRegExp(a) - isRegExp(b) ||
    isRelative(a) - isRelative(b) ||
    bySegment() ||
    method(a) - method(b) ||
    Number(count(a) === 0) - Number(count(b) === 0) ||
    count(b) - count(a) ||
    a.index - b.index
  )
}

function stubsOf(list: readonly Declared[]): Stub[] {
  return list.map((one) => defineStub(one.method, pathOf(one), null, { match: { queries: one.queries } }, {}))
}

describe.each(RUNS)('$title', ({ parameters }) => {
  test('the stub that answers is the one that a scan and a sort find', () => {
    fc.assert(
      fc.property(fc.array(declared, { maxLength: 12 }), sent, (list, request) => {
        const stubs = stubsOf(list)
        const spent = stubs.filter((_, index) => list[index]?.spent)
        const { decision } = decide(stubs, lineOf(request), { spent })
        const index = decision.kind === 'stub' ? stubs.indexOf(decision.stub) : undefined
        expect(index).toBe(naiveAnswer(list, request))
      }),
      parameters,
    )
  })

  test('every stub comes at most once, and the same request finds the same stubs', () => {
    fc.assert(
      fc.property(fc.array(declared, { maxLength: 12 }), sent, (list, request) => {
        const table = tableOf(stubsOf(list))
        const { method, url } = requestOf(lineOf(request))
        const found = Array.from(table.candidates(method, url), ({ stub }) => stub)
        expect(new Set(found).size).toBe(found.length)
        expect(Array.from(table.candidates(method, url), ({ stub }) => stub)).toEqual(found)
      }),
      parameters,
    )
  })
})

// ------------------------------------------------------------------------------------------------ one path, one URL

const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const text = fc.constantFrom('u', 'v', 'files', 'é', '.', '.json', '-', 'x%2Fy')
const segment = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: name.map((one) => `:"${one}1"`) },
  { weight: 1, arbitrary: fc.tuple(text, name).map(([before, one]) => `${before}:"${one}2"`) },
  { weight: 1, arbitrary: fc.tuple(name, text).map(([one, after]) => `:"${one}3"${after}`) },
  { weight: 1, arbitrary: fc.tuple(name, name).map(([one, two]) => `:"${one}4"-:"${two}5"`) },
  { weight: 1, arbitrary: name.map((one) => `*"${one}6"`) },
)
const pattern = fc
  .array(fc.tuple(segment, fc.constantFrom('plain', 'plain', 'optional')), { minLength: 1, maxLength: 4 })
  .map((list) => list.map(([one, how]) => (how === 'optional' ? `{/${one}}` : `/${one}`)).join(''))
  .filter((one) => {
    try {
      reference(one)
      // A segment of dots alone is resolved by clients, and an empty path is the root.
      return compilePath(one).kind === 'path' && !/\/\.\.?(?=\/|[{}]|$)/.test(one)
    } catch {
      return false
    }
  })
const pathname = fc
  .tuple(
    fc.array(fc.constantFrom('u', 'v', 'files', 'é', 'a.json', '.json', '1-2', 'u-', 'x%2Fy', 'a%20b', 'v1', '-'), {
      maxLength: 5,
    }),
    fc.boolean(),
  )
  .map(([segments, slash]) => `/${segments.join('/')}${slash && segments.length > 0 ? '/' : ''}`)

/** All the paths that one with optional parts stands for, as the URL has them. The reference compares them as they are written. */
function pathsOf(path: string): string[] {
  const [whole, part] = /\{([^}]*)\}/.exec(path) ?? []
  if (whole === undefined || part === undefined) return [path.replace(/é/g, '%C3%A9') || '/']
  return [path.replace(whole, () => part), path.replace(whole, '')].flatMap(pathsOf)
}

describe.each(RUNS)('$title', ({ parameters }) => {
  test('a path fits what path-to-regexp says that it fits, with the same params', () => {
    const hits = new Set<boolean>()
    fc.assert(
      fc.property(pattern, pathname, (path, sentTo) => {
        const url = new URL(sentTo, 'https://api.test')
        // The reference leaves a trailing slash to a wildcard, as a last, empty segment.
        const counted = url.pathname.replace(/(?<=.)\/$/, '')
        const found = pathsOf(path).flatMap((one) => {
          const fit = reference(one, { sensitive: true })(counted)
          return fit ? [{ ...fit.params }] : []
        })
        const params = paramsOf(path, url.href)
        hits.add(found.length > 0)
        // Where two of the paths that an optional part makes fit, the more specific one counts: not the reference's order.
        if (found.length > 0) expect(found).toContainEqual({ ...params })
        else expect(params).toBe(undefined)
      }),
      parameters,
    )
    expect(hits.size).toBe(2)
  })
})

// ------------------------------------------------------------------------------------------------ values

const key = fc.constantFrom('a', 'b', '__proto__', 'constructor', '')
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown[]>(null, true, false, 0, 1, -1, '', '0', '1', 'a', 'true', 'null'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value

/** A value that has all that the other asks for, and more: what a random pair hardly ever is. */
const pair = fc
  .tuple(json, json, fc.boolean())
  .map(([asked, other, near]) => [asked, near ? grown(asked) : other] as const)

function grown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries([...Object.entries(value).map(([name, one]) => [name, grown(one)]), ['more', 1]])
}

/** Section 3: an object asks for its own keys, an array for each element and the length, a primitive for equality. */
function naiveSame(asked: unknown, received: unknown): boolean {
  if (Array.isArray(asked)) {
    return (
      Array.isArray(received) &&
      asked.length === received.length &&
      asked.every((one, index) => naiveSame(one, received[index]))
    )
  }
  if (typeof asked === 'object' && asked !== null) {
    if (typeof received !== 'object' || received === null || Array.isArray(received)) return false
    const entries = new Map<string, unknown>(Object.entries(received))
    return Object.entries(asked).every(([name, one]) => entries.has(name) && naiveSame(one, entries.get(name)))
  }
  return asked === received
}

describe.each(RUNS)('$title', ({ parameters }) => {
  test('compare says what a deep comparison says, and has a difference where it says no', () => {
    const answers = new Set<boolean>()
    fc.assert(
      fc.property(pair, fc.boolean(), ([asked, received], all) => {
        const differences: Difference[] = []
        const trail = { all, add: (difference: Difference) => differences.push(difference) }
        const same = compare(compile(asked, { text: false }), received, '', trail)
        answers.add(same)
        expect(same).toBe(naiveSame(asked, received))
        expect(differences.length > 0).toBe(!same)
        if (!all) expect(differences.length).toBeLessThanOrEqual(1)
      }),
      parameters,
    )
    expect(answers.size).toBe(2)
  })

  test('what arrives as text compares as text, and nothing else of it changes', () => {
    const primitive = fc.constantFrom<unknown[]>('1', 1, 'true', true, 'a', null, '', 0, -0, 1.5, 10n)
    fc.assert(
      fc.property(primitive, fc.constantFrom('1', 'true', 'a', 'null', '', '0', '1.5', '10'), (asked, received) => {
        const trail = { all: false, add: () => {} }
        expect(compare(compile(asked, { text: true }), received, '', trail)).toBe(`${asked}` === received)
        expect(compare(compile([asked], { text: true }), [received], '', trail)).toBe(`${asked}` === received)
        expect(compare(compile(asked, { text: false }), received, '', trail)).toBe(asked === received)
      }),
      parameters,
    )
  })
})
