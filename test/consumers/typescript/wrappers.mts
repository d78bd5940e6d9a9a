import { fn, greater, haveType, type RequestShape, type RestResponse, rest, setupMocks, sse, stream } from 'mynah'
import { collection } from 'mynah/collection'
import * as matchers from 'mynah/expect'
import { graphql } from 'mynah/graphql'
import { har, toHar } from 'mynah/har'
import { openapi } from 'mynah/openapi'
import { cassette } from 'mynah/record'

/* What a project exports around mynah, without types of its own: the compiler writes each into a declaration. */

interface Paths {
  '/users/{id}': {
    get: {
      parameters: { path: { id: string }; query?: { page?: number } }
      responses: {
        200: { content: { 'application/json': { id: number } } }
        404: { content: { 'application/json': { message: string } } }
      }
    }
    post: {
      requestBody: { content: { 'application/json': { name: string } } }
      responses: { 201: { content: { 'application/json': { id: number } } } }
    }
  }
}

export const routes = [rest.get('/users/:id', ({ request }) => request.params.id), rest.post('/users', {})]
export const mocks = setupMocks(routes)
export const { use, expect, calls, on, waitFor, explain, reset, verify, isolate } = mocks
export const start = () => mocks()
export const stop = mocks.start()
export const ofSlack = rest.at('https://slack.com/api')
export const { get, all } = rest
export const bound = rest.get.bind(rest)
export const args = (...list: Parameters<typeof rest.get>) => list
export const answering = <Shape extends RequestShape>(response: RestResponse<Shape>) => ({ response })
export const method = (name: 'get' | 'post') => rest[name]
export const last = () => mocks.calls().at(-1)
export const body = () => mocks.calls().map(({ request }) => request)
export const headers = () => mocks.calls()[0]?.request.headers
export const part = async () => (await mocks.explain('https://a.test')).misses.map((one) => one.part)
export const conditions = { page: greater(1), id: fn((id: number) => id > 1), type: haveType('string') }
export const replies = [sse([]), stream([])]
export const resolver = rest.get('/x', (context) => context.fetchReal())
export const real = (context: Parameters<Parameters<typeof rest.get>[1] & ((...a: never) => unknown)>[0]) => context
export const users = collection('/users', [{ id: 1, name: 'Ada' }], { only: ['list'] })
export const items = users.in(mocks)
export const { insert, get: getItem } = items
export const api = openapi<Paths>({})
export const plain = openapi({})
export const { get: getOne } = api
export const getPlain = plain.get
export const example = plain.example
export const coverage = api.coverage
export const operations = () => api.operations()
export const stubOf = () => api.get('/users/{id}', { id: 1 })
export const settingsOf = (...list: Parameters<typeof api.get>) => list
export const queries = graphql('/graphql')
export const { query, mutation, subscription, operation } = queries
export const asked = query('GetUser', { data: {} })
export const recorded = cassette('a.har', { origins: [] })
export const redact = (options: Parameters<typeof cassette>[1]) => options.redact
export const archive = () => toHar(mocks.calls())
export const replay = har
export const { toHaveRequested, toHaveRequestedTimes } = matchers
export class Suite {
  mocks = setupMocks([])
  users = users
  api = api
  request = rest.get
}
export default { routes, mocks, users, api, queries }
