import { describe, expect, test } from 'vitest'
import { rest } from '../../../src/entries/index.ts'
import { openapi } from '../../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving } from '../../promises/support.ts'

describe('servers of an operation or a path were ignored', () => {
  const [v1, v2, v3] = ['1', '2', '3'].map((version) => [{ url: `https://api.test/v${version}` }])
  const answers = { responses: { 200: { content: { 'application/json': { schema: {} } } } } }
  const documentOf = (item: object, operation: object) => ({
    openapi: '3.0.3',
    servers: v1,
    paths: { '/a': { ...item, get: { ...answers, ...operation } }, '/b': { get: answers } },
  })
  test.each<[what: string, document: object, baseUrl: string | undefined, path: string]>([
    ['of an operation', documentOf({}, { servers: v2 }), undefined, '/v2/a'],
    ['of a path', documentOf({ servers: v2 }, {}), undefined, '/v2/a'],
    ['of an operation of a path with others', documentOf({ servers: v3 }, { servers: v2 }), undefined, '/v2/a'],
    ['none, in an empty list', documentOf({}, { servers: [] }), undefined, '/v1/a'],
    ['several', documentOf({}, { servers: [...(v3 ?? []), ...(v2 ?? [])] }), undefined, '/v2/a'],
    ['at the root', documentOf({}, { servers: [{ url: 'https://api.test' }] }), undefined, '/a'],
    ['relative', documentOf({}, { servers: [{ url: './v2' }] }), undefined, '/v2/a'],
    [
      'with variables',
      documentOf({}, { servers: [{ url: '/{v}', variables: { v: { default: 'v2' } } }] }),
      undefined,
      '/v2/a',
    ],
    ['beside a base URL', documentOf({}, { servers: v2 }), 'https://local.test/own', '/v2/a'],
  ])('%s', async (_what, document, baseUrl, path) => {
    const api = openapi(document, baseUrl === undefined ? {} : { baseUrl })
    const mocks = start([api.get('/a', 1, { times: 1 }), ...api.checked([rest.get(path, 2)])])
    for (const answer of [1, 2]) expect(await (await fetch(`https://any.test${path}`)).json()).toBe(answer)
    expect(api.coverage(mocks.calls()).touched).toEqual([{ method: 'GET', path: '/a', statuses: { 200: 2 } }])
  })

  test('the report on a request elsewhere names the place of the operation', async () => {
    const api = openapi(documentOf({}, { servers: [...(v2 ?? []), ...(v3 ?? [])] }))
    startForgiving([api.get('/a', 1)])
    for (const url of ['https://any.test/v1/a', 'https://any.test/a']) {
      expect(messageOf(await rejectionOf(fetch(url))).split('\n')).toContain(
        "By its contract: openapi.get('/a', …) answers at /v2/a or /v3/a, where its own servers are",
      )
    }
  })
})
