import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { match as reference } from 'path-to-regexp'
import { expect, test } from 'vitest'
import { rest } from '../../../src/rest.ts'
import { tableOf } from '../support.ts'
import { CASES, SEEDS, TIMEOUT } from './oracle.ts'

/*
 * Whether a path fits a URL, and with which params, against path-to-regexp's own `match`. It knows nothing of escapes:
 * it is given each path and each URL as they are meant, and the core as they might be written.
 */
type Piece = { readonly text: string } | { readonly sign: ':' | '*'; readonly name: string }
type Segment = { readonly pieces: readonly Piece[]; readonly optional: boolean }

const TEXTS = ['u', 'v', 'files', 'é', '.json', '-', ',', 'x/y', '%', '2C', ' ', '(', '{:}', '𝒙', "'"]
const NAMES = ['a', 'b', '__proto__', 'constructor', 'with space', '"']
const VALUES = [...TEXTS, 'a', '1-2', 'u.json', 'a,b', '']

const text = fc.constantFrom(...TEXTS).map((one): Piece => ({ text: one }))
const param = fc.constantFrom(...NAMES).map((name): Piece => ({ sign: ':', name }))
const wildcard = fc.constantFrom(...NAMES).map((name): Piece => ({ sign: '*', name }))
const pieces: fc.Arbitrary<readonly Piece[]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(text) },
  { weight: 3, arbitrary: fc.tuple(param) },
  { weight: 1, arbitrary: fc.tuple(text, param) },
  { weight: 1, arbitrary: fc.tuple(param, text) },
  { weight: 1, arbitrary: fc.tuple(param, text, param) },
  { weight: 1, arbitrary: fc.tuple(wildcard) },
  { weight: 1, arbitrary: fc.tuple(text, wildcard, text) },
)
/** Whether each character that need not be escaped is: by turns. */
const turns = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })

interface Written {
  readonly pieces: readonly Piece[]
  readonly optional: boolean
}

/** Gives the params names of their own: two with one name are refused. */
function withOwnNames(segments: readonly Written[]): readonly Written[] {
  const names = new Set<string>()
  const named = (piece: Piece): Piece => {
    if ('text' in piece) return piece
    let { name } = piece
    while (names.has(name)) name += '2'
    names.add(name)
    return { ...piece, name }
  }
  return segments.map((one) => ({ ...one, pieces: one.pieces.map(named) }))
}

const suite = fc.record({
  segments: fc
    .array(fc.record({ pieces, optional: fc.nat(3).map((chance) => chance === 0) }), {
      minLength: 1,
      maxLength: 4,
      size: 'max',
    })
    .map(withOwnNames),
  turns,
  urls: fc.array(
    fc.record({
      /** Whether it is the path itself, with values in it, or anything. */
      filled: fc.boolean(),
      values: fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 5, size: 'max' }),
      slash: fc.boolean(),
      turns,
    }),
    { minLength: 1, maxLength: 20, size: 'max' },
  ),
})
type Suite = typeof suite extends fc.Arbitrary<infer Value> ? Value : never

/** Stands, for the reference, for a slash that is meant as a character. */
const SLASH = '🐾'
const meant = (one: string) => one.replaceAll('/', SLASH)
const asMeant = (one: string) => one.replaceAll(SLASH, '/')

/** Writes a text as a path or a URL may have it: `raw` characters escaped or not, all others escaped. */
function written(one: string, by: readonly boolean[], raw: RegExp): string {
  const escaped = (char: string) =>
    [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return [...one].map((char, at) => (raw.test(char) && by[at % by.length] ? char : escaped(char))).join('')
}

/** Writes a segment of a path, what path-to-regexp would read as syntax behind a backslash. */
function segmentOf({ pieces: list }: Segment, toText: (one: string) => string): string {
  const texts = list.map((piece) =>
    'text' in piece
      ? toText(piece.text).replace(/[{}()[\]+?!:*\\]/g, '\\$&')
      : `${piece.sign}"${piece.name.replace(/["\\]/g, '\\$&')}"`,
  )
  return `/${texts.join('')}`
}

function pathOf({ segments, turns: by }: Suite): string {
  const texts = segments.map((one) => {
    const segment = segmentOf(one, (meaning) => written(meaning, by, /[^%/]/))
    return one.optional ? `{${segment}}` : segment
  })
  return texts.join('')
}

/** The paths that optional parts make of one, as they are meant. */
function pathsMeant({ segments }: Suite): string[] {
  const heads = segments.reduce<string[]>(
    (before, one) => before.flatMap((head) => [head + segmentOf(one, meant), ...(one.optional ? [head] : [])]),
    [''],
  )
  return heads.map((path) => path || '/')
}

/** The segments of a URL as they are meant. */
function segmentsMeant({ segments }: Suite, { filled, values }: Suite['urls'][number]): readonly string[] {
  if (!filled) return values
  let taken = 0
  const take = () => values[taken++ % values.length] as string
  return segments.flatMap(({ pieces: list, optional }) => {
    if (optional && take().length > 1) return []
    const whole = list.map((piece) => ('text' in piece ? piece.text : take())).join('')
    return list.some((piece) => 'sign' in piece && piece.sign === '*') ? [whole, take()] : [whole]
  })
}

const seen = new Set<string>()

/** Where the core says otherwise than the reference, if it does. */
function disagreements(one: Suite): object[] {
  const table = tableOf([rest.get(pathOf(one), null)])
  const options = { sensitive: true, trailing: false, decode: asMeant }
  const matches = pathsMeant(one).map((path) => reference(path, options))
  return one.urls.flatMap((url) => {
    const segments = segmentsMeant(one, url)
    const end = url.slash ? '/' : ''
    const path = segments.map((segment) => written(segment, url.turns, /[^%/\\?#\s]/)).join('/') + end
    const candidate = table.find('GET', new URL(`https://api.test/${path}`).href, () => true)
    // A trailing slash does not count.
    const counted = `/${segments.map(meant).join('/')}${end}`.replace(/(?<=.)\/$/, '')
    const fits = matches.map((match) => match(counted)).filter((result) => result !== false)
    seen.add(candidate ? 'fits' : 'does not fit')
    const expected = fits.map(({ params }) => ({ ...params }))
    const received = candidate && { ...candidate.params }
    // Where several of the paths that optional parts make fit, the most specific one counts: that is choosing.
    const agrees = received ? expected.some((params) => isDeepStrictEqual(params, received)) : expected.length === 0
    return agrees ? [] : [{ path: pathOf(one), sent: path, received, expected }]
  })
}

test.each(SEEDS)(
  'a path fits the same URLs as in path-to-regexp, with the same params: $title',
  TIMEOUT,
  ({ seed }) => {
    let cases = 0
    fc.assert(
      fc.property(suite, (one) => {
        cases += one.urls.length
        expect(disagreements(one)).toEqual([])
      }),
      { seed, numRuns: 5_500 },
    )
    expect(cases).toBeGreaterThanOrEqual(CASES)
    expect([...seen].sort()).toEqual(['does not fit', 'fits'])
  },
)
