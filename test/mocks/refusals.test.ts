import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { createResolver } from '../../src/core.ts'
import { RouteDefinitionError, redirect, rest, type Stub, setupMocks } from '../../src/index.ts'

const stub = rest.get('/users', [])

const refusals: readonly { title: string; make: () => unknown; message: string }[] = [
  {
    title: 'a list given to use()',
    make: () => setupMocks([]).use([stub] as unknown as Stub),
    message: `routes are a list of what rest.get(…) and its like give, not a list of lists

Write  mocks.use(...userRoutes, ...postRoutes)`,
  },
  {
    title: 'a stub alone given to setupMocks()',
    make: () => setupMocks(stub as unknown as Stub[]),
    message: `routes are a list of what rest.get(…) and its like give, not one of them alone

Write  setupMocks([rest.get('/users', [])])`,
  },
  {
    title: 'a stub alone given to createResolver()',
    make: () => createResolver(stub as unknown as Stub[]),
    message: `routes are a list of what rest.get(…) and its like give, not one of them alone

Write  createResolver([rest.get('/users', [])])`,
  },
  {
    title: 'an option that is none, to createResolver()',
    make: () => createResolver([stub], { baseURL: 'https://api.test' } as object),
    message: `createResolver: 'baseURL' is no option; there are baseUrl, passthrough

Write  createResolver(routes, { baseUrl: 'http://localhost:3000' })`,
  },
  {
    title: 'a relative baseUrl, to createResolver()',
    make: () => createResolver([stub], { baseUrl: '/v1' }),
    message: `createResolver: baseUrl is an absolute URL, not '/v1'

Write  createResolver(routes, { baseUrl: 'http://localhost:3000' })`,
  },
  {
    title: 'a URL without its scheme',
    make: () => rest.get('//api.test/users', []),
    message: `rest.get('//api.test/users'): an absolute URL starts with http:// or https://

Write  rest.get('https://api.test/users', …)`,
  },
]

test.each(refusals)('$title is refused', ({ make, message }) => {
  expect(make).toThrow(new RouteDefinitionError(message))
})

describe('what cannot be answered fails, and is not made up', () => {
  test('a redirect to data: was asked for as a request of its own', async () => {
    const mocks = setupMocks([rest.get('/old', redirect('data:text/plain,hello'))])
    mocks.start()
    await expect(fetch('https://api.test/old')).rejects.toThrow(new TypeError('fetch failed'))
    mocks.stop()
  })

  test('a thrown object without a text became a 500 over http', async () => {
    const thrown: unknown = Object.create(null)
    const mocks = setupMocks([
      rest.get('/odd', () => {
        throw thrown
      }),
    ])
    mocks.start()
    const outcome = await new Promise((resolve) => {
      http.get('http://api.test/odd', ({ statusCode }) => resolve(statusCode)).on('error', resolve)
    })
    expect(outcome).toEqual(new Error('{}'))
    mocks.reset()
    mocks.stop()
  })
})
