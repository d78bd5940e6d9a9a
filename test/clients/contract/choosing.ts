import { describe, expect, test } from 'vitest'
import { exists, rest, sequence } from '../../../src/entries/index.ts'
import { start } from '../../promises/support.ts'
import type { Asking } from './asking.ts'

/** Which stub answers. */
export function choosing({ get, send }: Asking): void {
  describe('GET', () => {
    test('a static list is the same whatever query and headers are sent', async () => {
      start([rest.get('/users', [{ id: 1 }, { id: 2 }])])
      const responses = [
        await get('/users'),
        await get('/users?role=admin&page=2'),
        await get('/users', { headers: { 'x-team': 'a', accept: 'text/html' } }),
      ]
      expect(responses.map(({ seen }) => seen)).toEqual(responses.map(() => [200, [{ id: 1 }, { id: 2 }]]))
    })
  })

  describe('POST JSON', () => {
    test('a static list is the same whatever body is sent', async () => {
      start([rest.post('/users', [{ id: 1 }, { id: 2 }])])
      const responses = [
        await send('POST', '/users', '{"a":1}'),
        await send('POST', '/users', 'a=1', 'application/x-www-form-urlencoded'),
      ]
      expect(responses.map(({ seen }) => seen)).toEqual(responses.map(() => [200, [{ id: 1 }, { id: 2 }]]))
    })

    test.for(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is matched by its JSON body', async (method) => {
      start([
        rest.all('/users', { role: 'admin' }, { match: { body: { role: 'admin' } } }),
        rest.all('/users', { role: 'any' }),
      ])
      expect((await send(method, '/users', '{"role":"admin","id":1}')).json).toEqual({ role: 'admin' })
      expect((await send(method, '/users', '{"role":"guest"}')).json).toEqual({ role: 'any' })
    })
  })

  describe('error status', () => {
    test('an error stub answers with its status, with a payload and without', async () => {
      start([rest.get('/gone', undefined, { status: 410 }), rest.get('/missing', { error: 'No' }, { status: 404 })])
      const gone = await get('/gone')
      expect([gone.status, gone.text, gone.headers['content-type']]).toEqual([410, '', undefined])
      expect((await get('/missing')).seen).toEqual([404, { error: 'No' }])
    })

    test('an error stub answers when the matched stub does not match', async () => {
      start([
        rest.get('/profile', { error: 'Unauthorized' }, { status: 401 }),
        rest.get('/profile', { id: 1 }, { match: { headers: { authorization: exists() } } }),
      ])
      expect((await get('/profile', { headers: { authorization: 'Bearer x' } })).seen).toEqual([200, { id: 1 }])
      expect((await get('/profile')).seen).toEqual([401, { error: 'Unauthorized' }])
    })

    test('a resolver answers one id with 404, and the others by their params', async () => {
      start([
        rest.get('/posts/:id', ({ request, setStatusCode }) => {
          if (request.params.id !== '0') return { id: request.params.id }
          setStatusCode(404)
          return { error: 'Not Found' }
        }),
      ])
      expect((await get('/posts/7')).seen).toEqual([200, { id: '7' }])
      expect((await get('/posts/0')).seen).toEqual([404, { error: 'Not Found' }])
      expect((await get('/posts/a%2Fb')).seen).toEqual([200, { id: 'a/b' }])
    })

    test('a 500 arrives as declared, and does not fail the test', async () => {
      start([rest.post('/job', { error: 'Broken' }, { status: 500 })])
      expect((await send('POST', '/job', '{}')).seen).toEqual([500, { error: 'Broken' }])
    })
  })

  describe('choosing a stub', () => {
    const admin = rest.get('/users', ['admin'], { match: { queries: { role: 'admin' } } })
    const known = rest.get('/users', ['known'], { match: { headers: { authorization: exists() } } })
    const everybody = rest.get('/users', ['everybody'])
    test.for([
      { place: 'first', routes: [admin, known, everybody] },
      { place: 'in the middle', routes: [admin, everybody, known] },
      { place: 'last', routes: [everybody, known, admin] },
    ])(
      'matched stubs answer matching requests, and the default stub the others, the matched $place',
      async ({ routes }) => {
        start(routes)
        expect((await get('/users?role=admin')).json).toEqual(['admin'])
        expect((await get('/users?role=admin&page=2')).json).toEqual(['admin'])
        expect((await get('/users?role=guest')).json).toEqual(['everybody'])
        expect((await get('/users', { headers: { Authorization: 'Bearer x' } })).json).toEqual(['known'])
        expect((await get('/users')).json).toEqual(['everybody'])
      },
    )

    test.for(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s reaches its own stub', async (method) => {
      const methods = ['get', 'post', 'put', 'patch', 'delete', 'options'] as const
      start(methods.map((name) => rest[name]('/things/1', { name })))
      expect((await send(method, '/things/1')).json).toEqual({ name: method.toLowerCase() })
    })

    test('HEAD is answered by the GET stub, without its body', async () => {
      const mocks = start([rest.get('/users', [{ id: 1 }], { headers: { 'x-total': '1' } })])
      const response = await send('HEAD', '/users')
      expect([response.status, response.text, response.headers['x-total']]).toEqual([200, '', '1'])
      expect(mocks.calls().map(({ request }) => request.method)).toEqual(['HEAD'])
    })

    test('times: 1 under ten requests in flight answers exactly one', async () => {
      start([rest.get('/turn', 'once', { times: 1 }), rest.get('/turn', 'after')])
      const answers = await Promise.all(Array.from({ length: 10 }, () => get('/turn')))
      expect(answers.map(({ json }) => json).sort()).toEqual([...Array(9).fill('after'), 'once'])
    })

    test('a sequence answers in order, and its last one stays', async () => {
      start([rest.get('/job', sequence({ state: 'new' }, { state: 'running' }, { state: 'done' }))])
      const states = []
      for (let index = 0; index < 4; index++) states.push((await get('/job')).json)
      expect(states).toEqual([{ state: 'new' }, { state: 'running' }, { state: 'done' }, { state: 'done' }])
    })

    test('next() hands the request to the next candidate', async () => {
      start([
        rest.get('/files/:name', ({ request, next }) => (request.params.name === 'a' ? 'a' : next())),
        rest.get('/files/*path', 'any'),
      ])
      expect([(await get('/files/a')).json, (await get('/files/b')).json]).toEqual(['a', 'any'])
    })
  })
}
