import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTable } from '../../../src/core/choose/table.ts'
import { parseBase } from '../../../src/core/path/base.ts'
import { type ResolverContext, rest, type Stub } from '../../../src/entries/core.ts'
import { answer } from '../../../src/exchange/exchange.ts'
import { Session } from '../../../src/mocks/session/session.ts'
import { IncomingRequest } from '../../../src/request/incoming-request.ts'
import { headerOf } from '../../../src/response/verdict.ts'
import { CASES, SEEDS, TIMEOUT } from './oracle.ts'
import {
  BASES,
  type Declared,
  isOptional,
  type Part,
  pathnameOf,
  pathOf,
  type Sent,
  type Suite,
  suite,
} from './routes.ts'

/* Which stub answers (contract: section 4): the real journey of requests against a plain scan and a sort. */

/** Makes a stub whose answers say which one it is. */
function stubOf(one: Declared, id: string): Stub {
  const resolver = ({ next }: ResolverContext) => next()
  return rest[one.method](pathOf(one), one.handsOn ? resolver : undefined, {
    match: { queries: one.queries },
    ...(one.times !== undefined && { times: one.times }),
    headers: { id },
  })
}

async function realAnswers({ base, layers, requests }: Suite): Promise<(string | undefined)[]> {
  const stubs = layers.map((layer, depth) => layer.map((one, index) => stubOf(one, `${depth}.${index}`)))
  const session = new Session(createTable(stubs.pop() ?? [], parseBase(base)))
  for (const layer of stubs.reverse()) session.layers.add(layer)
  const answers: (string | undefined)[] = []
  for (const request of requests) {
    const url = `${request.origin}${pathnameOf(request)}?${new URLSearchParams(request.queries)}`
    const verdict = await answer(new IncomingRequest(new Request(url, { method: request.method })), session)
    if (verdict.kind !== 'response' && verdict.kind !== 'untaken') throw new Error(`not answered but ${verdict.kind}`)
    answers.push(verdict.kind === 'response' ? headerOf(verdict, 'id') : undefined)
  }
  return answers
}

/** One of the paths that a declared one stands for, with its place in the layers. */
interface Standing {
  readonly one: Declared
  readonly parts: readonly Part[]
  readonly depth: number
  readonly index: number
}

/** What has been seen at work, so that the oracle cannot agree with nothing. */
const seen = new Set<string>()

/** The answers by the contract alone: throw out what does not fit, sort by section 4, take the first that is not used up. */
function naiveAnswers({ base, layers, requests }: Suite): (string | undefined)[] {
  const standing = layers.flatMap((layer, depth) =>
    layer.flatMap((one, index) => spelledOut(one).map((parts): Standing => ({ one, parts, depth, index }))),
  )
  const used = new Map<Declared, number>()
  return requests.map((request) => {
    const asked = standing.filter(
      (each) =>
        naiveFits(each, request, base) &&
        Object.entries(each.one.queries).every(([name, value]) => request.queries[name] === value),
    )
    for (const { one, parts, depth, index } of asked.sort((a, b) => naiveOrder(a, b, request))) {
      const turns = used.get(one) ?? 0
      if (one.times !== undefined && turns >= one.times) seen.add('used up')
      else if (one.handsOn) seen.add('handed on')
      else {
        used.set(one, turns + 1)
        for (const { kind } of parts) seen.add(kind)
        seen.add(`${request.method} by ${one.method}`).add(`layer ${depth}`)
        seen.add(one.regexp !== undefined ? 'RegExp' : one.origin !== undefined ? 'absolute' : `base ${base}`)
        if (parts.length < one.parts.length) seen.add('left out')
        return `${depth}.${index}`
      }
    }
    seen.add('unmatched')
    return undefined
  })
}

/** The paths that optional parts make of one, the longest first. */
function spelledOut(one: Declared): Part[][] {
  if (one.regexp !== undefined) return [[]]
  return one.parts.reduce<Part[][]>(
    (heads, each, index) =>
      heads.flatMap((head) => (isOptional(one, each, index) ? [[...head, each], head] : [[...head, each]])),
    [[]],
  )
}

function naiveFits({ one, parts }: Standing, request: Sent, base: string | undefined): boolean {
  const { method, origin, segments } = request
  const allowed = method === 'HEAD' ? ['head', 'get', 'all'] : [method.toLowerCase(), 'all']
  if (!allowed.includes(one.method)) return false
  const prefix = one.origin === undefined || one.regexp !== undefined ? basePath(base) : []
  if (one.regexp === undefined && one.origin !== undefined) {
    if (one.origin !== origin) return false
  } else if (
    base !== undefined &&
    (new URL(base).origin !== origin || prefix.some((text, at) => text !== segments[at]))
  ) {
    return false
  }
  if (one.regexp !== undefined) return new RegExp(one.regexp).test(pathnameOf(request))
  const inside = segments.slice(prefix.length)
  const isOpen = parts.at(-1)?.kind === 'rest'
  if (isOpen ? inside.length < parts.length : inside.length !== parts.length) return false
  return parts.every(({ kind, text }, index) => {
    const segment = inside[index] ?? ''
    return kind === 'literal' ? segment === text : kind !== 'mixed' || (segment.startsWith('a') && segment !== 'a')
  })
}

function basePath(base: string | undefined): string[] {
  return base === undefined ? [] : new URL(base).pathname.split('/').filter((text) => text !== '')
}

const SPECIFIC = ['literal', 'mixed', 'param', 'rest']

/** Rules 1, 2 and 3. */
function naiveOrder(a: Standing, b: Standing, { method }: Sent): number {
  const isRegExp = ({ one }: Standing) => Number(one.regexp !== undefined)
  const isRelative = ({ one }: Standing) => Number(one.regexp !== undefined || one.origin === undefined)
  const place = ({ one }: Standing) => [method.toLowerCase(), 'get', 'all'].indexOf(one.method)
  const count = ({ one }: Standing) => Object.keys(one.queries).length
  const bySegment = a.parts
    .slice(0, b.parts.length)
    .map(({ kind }, index) => SPECIFIC.indexOf(kind) - SPECIFIC.indexOf(b.parts[index]?.kind ?? ''))
    .find((difference) => difference !== 0)
  return (
    a.depth - b.depth ||
    isRegExp(a) - isRegExp(b) ||
    isRelative(a) - isRelative(b) ||
    (bySegment ?? 0) ||
    place(a) - place(b) ||
    count(b) - count(a) ||
    a.index - b.index
  )
}

test.each(SEEDS)('the stub that answers is the one that a scan and a sort find: $title', TIMEOUT, async ({ seed }) => {
  let cases = 0
  await fc.assert(
    fc.asyncProperty(suite, async (one) => {
      cases += one.requests.length
      expect(await realAnswers(one)).toEqual(naiveAnswers(one))
    }),
    { seed, numRuns: 2_800 },
  )
  expect(cases).toBeGreaterThanOrEqual(CASES)
  expect([...seen].sort()).toEqual(
    [
      ...[
        'literal',
        'mixed',
        'param',
        'rest',
        'left out',
        'RegExp',
        'absolute',
        ...BASES.map((base) => `base ${base}`),
      ],
      ...['used up', 'handed on', 'unmatched', 'layer 0', 'layer 1', 'layer 2'],
      ...['GET by get', 'GET by all', 'HEAD by head', 'HEAD by get', 'HEAD by all', 'POST by post', 'POST by all'],
      'PURGE by all',
    ]
      .filter((what, index, all) => all.indexOf(what) === index)
      .sort(),
  )
})
