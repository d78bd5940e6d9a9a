import { describe, expect, test } from 'vitest'
import { RouteDefinitionError } from '../../../src/core/errors.ts'
import { record } from '../../../src/core/request.ts'
import { parseBody } from '../../../src/request/parse-body.ts'
import { rest } from '../../../src/rest.ts'
import { decide, paramsOf, reportOf, requestOf, stubOf } from '../support.ts'

/*
 * What is long is answered, or refused with a clear error, in time that grows with its length. Where the time grew with
 * the square of it, these took from ten seconds to hours: the runner's own time limit tells.
 */
const LENGTH = 50_000
const filled = (unit: string) => unit.repeat(LENGTH / unit.length)

/** Names for so many params. */
const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)

describe('a path and a URL of 50,000 characters', () => {
  test('of one literal segment', () => {
    expect(paramsOf(`/${filled('a')}`, `/${filled('a')}`)).toEqual({})
    expect(paramsOf(`/${filled('a')}`, `/${filled('a')}b`)).toBe(undefined)
  })

  test('of 25,000 literal segments', () => {
    expect(paramsOf(filled('/a'), filled('/a'))).toEqual({})
    expect(paramsOf(filled('/a'), `${filled('/a')}/b`)).toBe(undefined)
  })

  test('of 10,000 params', () => {
    const list = names(10_000)
    const params = paramsOf(list.map((name) => `/:${name}`).join(''), list.map((name) => `/${name}`).join(''))
    expect(params).toEqual(Object.fromEntries(list.map((name) => [name, name])))
  })

  test('of a param whose name is as long', () => {
    expect(paramsOf(`/:${filled('a')}`, '/x')).toEqual({ [filled('a')]: 'x' })
  })

  test('of 256 params in one segment, and of more, which are refused', () => {
    const segment = (count: number) => `/${names(count).join('-')}`
    const path = (count: number) => `/${names(count).join('-:').replace('p0', ':p0')}`
    expect(paramsOf(path(256), segment(256))).toMatchObject({ p0: 'p0', p255: 'p255' })
    expect(paramsOf(path(256), `/${filled('-')}`)).toMatchObject({ p0: '-' })
    expect(paramsOf(path(256), `/${filled('a')}`)).toBe(undefined)
    expect(paramsOf(path(256), `/${filled('a-')}`)).toMatchObject({ p0: 'a' })
    expect(() => rest.get(path(257), null)).toThrow(/: the path cannot be read: too many params$/)
  })

  const PATHS = [
    '/*a',
    '/*a/x',
    '/*a/x/*b/x/*c/x',
    '/*a/:b-:c-:d/x',
    '/*a/:b/:c/:d/x',
    '/*a-:b-:c',
    '/*a-:b-x',
    '/:a.:b,:c',
  ]
  const UNITS = ['a', '/', '-', '-a', 'a/', '/x', '%2F', '%', 'é', 'a,.']
  test.each(PATHS)('sent to %s', (path) => {
    const stub = stubOf('GET', path)
    for (const unit of UNITS) {
      // The oracle checks whether the path fits; this checks only that a decision is made.
      expect([stub, undefined]).toContain(decide([stub], `/${filled(unit)}`).decision?.stub)
    }
  })

  test('of escapes only', () => {
    expect(paramsOf('/:id', `/${filled('%20')}`)).toEqual({ id: ' '.repeat(Math.floor(LENGTH / 3)) })
    expect(paramsOf('/:id', `/${filled('%')}`)).toEqual({ id: filled('%') })
    expect(paramsOf('/:id', `/${filled('%E0')}`)).toEqual({ id: filled('%E0') })
  })

  test('of 50,000 queries, and of one that is repeated as often', () => {
    const list = names(LENGTH)
    expect(requestOf(`/x?${list.map((name) => `${name}=1`).join('&')}`).queries).toEqual(
      Object.assign(record(), Object.fromEntries(list.map((name) => [name, '1']))),
    )
    expect(requestOf(`/x?${'q=1&'.repeat(LENGTH)}`).queries.q).toHaveLength(LENGTH)
  })

  test('of a cookie, and of 50,000', () => {
    const cookies = (cookie: string) => Object.keys(requestOf({ line: '/x', headers: { cookie } }).cookies)
    expect(cookies(`a=${filled(' ')}b`)).toEqual(['a'])
    expect(cookies(filled('"; ='))).toEqual([])
    expect(cookies(names(LENGTH).join('=1;'))).toHaveLength(LENGTH - 1)
  })

  test.each([
    ['segment', `/${filled('ab')}`, `/${filled('ba')}`],
    ['segments', filled('/ab'), filled('/ba')],
    ['segments that are not asked for', '/ab', filled('/ba')],
  ])('are distinguished by the report: %s', (_title, path, sent) => {
    expect(reportOf([stubOf('GET', path)], sent)).toMatch(/^No stub answers GET https:\/\/api\.test\/ba/)
  })
})

describe('a path of 50,000 characters that cannot be read', () => {
  const UNITS = [
    ...[
      '(',
      ':a(',
      '{',
      '}',
      '[a',
      ':a?',
      ':"a',
      '*',
      '{/a}',
      '{/a',
      '{?',
      '?',
      'a?',
      '#',
      '../',
      '/..',
      '!',
      ':',
      '?}',
    ],
    ...['http:', '://', '://a/', 'http://a@'],
  ]
  test.each(UNITS)('/%s…', (unit) => {
    expect(() => rest.get(`/${filled(unit)}`, null)).toThrow(RouteDefinitionError)
  })

  test.each([...UNITS, 'a', 'a.', ' ', '-', '@'])('%s…', (unit) => {
    expect(() => rest.get(filled(unit), null)).toThrow(RouteDefinitionError)
  })
})

describe('a multipart body', () => {
  const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n--b--`
  const parse = (body: string, type = 'multipart/form-data; boundary=b') => parseBody(body, type)

  test('with a head of 200,000 characters', () => {
    const disposition = 'Content-Disposition: form-data; name="a"; filename="f"'
    const blanks = ' '.repeat(200_000)
    const { a: file } = parse(part(`${disposition}\r\nContent-Type: a${blanks}b`, 'x')) as { a: File }
    expect(file.name).toBe('f')
    expect(parse(part(`Content-Disposition: ${';'.repeat(200_000)}${blanks}`, 'x'))).toBe(
      part(`Content-Disposition: ${';'.repeat(200_000)}${blanks}`, 'x'),
    )
  })

  test('with a boundary that is longer than one may be is a text', () => {
    const boundary = '-'.repeat(100_000)
    const body = '-'.repeat(200_000)
    expect(parse(body, `multipart/form-data; boundary=${boundary}`)).toBe(body)
    expect(parse(body, `multipart/form-data; boundary="${boundary}"`)).toBe(body)
  })
})
