import { describe, expect, test, vi } from 'vitest'
import { openapi } from '../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

const nowhere = { $ref: './shared.yaml#/User' }
const PROBLEM = "the reference './shared.yaml#/User' does not point into the document; bundle the document first"
const json = (schema: object, example: unknown) => ({ content: { 'application/json': { schema, example } } })
const right = { get: { responses: { 200: json({ type: 'integer' }, 1) } } }
const schemaNowhere = { get: { responses: { 200: json(nowhere, 2) } } }

/** A document with one right path, `/a`, and `/b`. */
const documentOf = (item: object, more: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/a': right, '/b': item },
  ...more,
})
const get = async (path: string) => (await fetch(`https://any.test${path}`)).json()
const missAt = async (path: string) => messageOf(await rejectionOf(get(path))).split('\n')

const parts: [what: string, item: object, key: string, at: string][] = [
  ['the schema of a response', schemaNowhere, '200', 'responses/200/content/application~1json/schema'],
  ['a response', { get: { responses: { 200: nowhere } } }, '200', 'responses/200'],
  [
    'a media type',
    { get: { responses: { 200: { content: { 'application/json': nowhere } } } } },
    '200',
    'responses/200/content/application~1json',
  ],
  ['a parameter', { get: { ...right.get, parameters: [nowhere] } }, 'request', 'parameters/0'],
  [
    'the schema of a parameter',
    { get: { ...right.get, parameters: [{ name: 'q', in: 'query', schema: nowhere }] } },
    'request',
    'parameters/0/schema',
  ],
  ['the body of a request', { get: { ...right.get, requestBody: nowhere } }, 'request', 'requestBody'],
]

describe('one part that cannot be read took all examples with it', () => {
  test.each(parts)('%s: the others answer', async (_what, item) => {
    startForgiving(openapi(documentOf(item)).examples())
    expect(await get('/a')).toBe(1)
    await expect(get('/b')).rejects.toThrow(PROBLEM)
  })

  test.each(parts)(
    '%s: its operation is refused by its place, with the entry that ignores it',
    (_what, item, key, at) => {
      const error = thrownBy(() => openapi(documentOf(item)).get('/b', 1))
      expect(error).toHaveProperty('code', 'OPENAPI')
      expect(messageOf(error)).toBe(
        `openapi(document): ${PROBLEM}\n\n  at #/paths/~1b/get/${at}\n\nTo skip this check, add 'GET /b ${key}' to the ignore option, with a reason`,
      )
    },
  )

  test.each(parts)('%s: ignored, a stub is declared and answers', async (_what, item, key) => {
    const api = openapi(documentOf(item), { ignore: { [`GET /b ${key}`]: 'it is in another file' } })
    start([...api.examples(), api.get('/b', 3, { match: ({ headers }) => headers.own === '1' })])
    expect(await get('/a')).toBe(1)
    expect(await (await fetch('https://any.test/b', { headers: { own: '1' } })).json()).toBe(3)
  })

  test.each(parts)('%s: a mode that warns does so', async (_what, item, _key, at) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const api = openapi(documentOf(item), { requests: 'warn', responses: 'warn' })
    start([api.get('/b', 3)])
    expect(await get('/b')).toBe(3)
    expect(warn.mock.calls.flat().join('\n')).toContain(`${PROBLEM}\n\n  at #/paths/~1b/get/${at}`)
    warn.mockRestore()
  })

  test.each(parts)('%s: a mode that is off says nothing', async (_what, item) => {
    const api = openapi(documentOf(item), { requests: 'off', responses: 'off' })
    start([api.get('/b', 3)])
    expect(await get('/b')).toBe(3)
  })

  test('an ignored example is sent as it is', async () => {
    start(openapi(documentOf(schemaNowhere), { ignore: { 'GET /b 200': 'another file' } }).examples())
    expect([await get('/a'), await get('/b')]).toEqual([1, 2])
  })

  test('a path of another file: the others answer, and its methods are refused', async () => {
    const api = openapi(documentOf(nowhere))
    startForgiving(api.examples())
    expect(await get('/a')).toBe(1)
    expect(await missAt('/b')).toContain(`By its contract: /b cannot be read, since ${PROBLEM}`)
    expect(messageOf(thrownBy(() => api.get('/b', 1)))).toBe(`openapi(document): ${PROBLEM}\n\n  at #/paths/~1b`)
    expect(api.operations()).toMatchObject([{ path: '/a' }])
  })

  test('a method that is no object', async () => {
    const api = openapi(documentOf({ get: 'later', post: right.get }))
    start(api.examples())
    expect(await get('/a')).toBe(1)
    expect(messageOf(thrownBy(() => api.get('/b', 1)))).toBe(
      "openapi(document): this part must be an object, not 'later'\n\n  at #/paths/~1b/get",
    )
    expect(() => api.post('/b', 1)).not.toThrow()
  })

  test('a security scheme of another file', async () => {
    start(openapi(documentOf(right, { components: { securitySchemes: { key: nowhere } } })).examples())
    expect([await get('/a'), await get('/b')]).toEqual([1, 1])
  })

  test('a template that is no path', async () => {
    const paths = { '/a': right, [`/x${'{p}-'.repeat(300)}`]: right }
    const api = openapi({ openapi: '3.1.0', paths })
    start(api.examples())
    expect(await get('/a')).toBe(1)
    expect(api.operations()).toMatchObject([
      { example: 'used' },
      { example: 'none', problem: expect.stringContaining('cannot be read') },
    ])
  })
})

describe('the report on a miss did not say why examples() is empty', () => {
  test.each<[what: string, item: object, reason: string]>([
    [
      'no example',
      { get: { responses: { 200: { content: { 'application/json': {} } } } } },
      'the document has no example for it',
    ],
    [
      'an example that breaks its schema',
      { get: { responses: { 200: json({ type: 'string' }, 1) } } },
      'its example breaks its own schema',
    ],
    ['a schema of another file', schemaNowhere, PROBLEM],
  ])('%s', async (_what, item, reason) => {
    startForgiving(openapi({ openapi: '3.1.0', paths: { '/b': item } }).examples())
    expect(await missAt('/b')).toContain(
      `By its contract: openapi.get('/b', …); examples() leaves it out, since ${reason}`,
    )
  })
})

test('a schema that leads back to itself without an end was refused where answers are only warned of', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const A = { not: { $ref: '#/components/schemas/A' } }
  const document = documentOf(
    { get: { responses: { 200: json({ $ref: '#/components/schemas/A' }, 2) } } },
    { components: { schemas: { A } } },
  )
  const ignore = { 'GET /b 200': 'it never ends' }
  start([
    openapi(document, { responses: 'warn' }).get('/b', 3, { times: 1 }),
    openapi(document, { ignore }).get('/b', 4),
  ])
  expect([await get('/b'), await get('/b')]).toEqual([3, 4])
  expect(warn.mock.calls[0]?.[0]).toMatch(/is endlessly circular[\s\S]*add 'GET \/b 200' to the ignore option/)
  warn.mockRestore()
  startForgiving([openapi(document).get('/b', () => Response.json(3))])
  expect(messageOf(await rejectionOf(get('/b')))).toMatch(
    /is endlessly circular[\s\S]*add 'GET \/b 200' to the ignore option/,
  )
})
