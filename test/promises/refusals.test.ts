import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { createResolver } from '../../src/entries/core.ts'
import { RouteDefinitionError, redirect, rest, type Stub, setupMocks } from '../../src/entries/index.ts'
import { start } from './support.ts'

const stub = rest.get('/users', [])

const refusals: readonly { title: string; make: () => unknown; message: string }[] = [
  {
    title: 'a list given to use()',
    make: () => setupMocks([]).use([stub] as unknown as Stub),
    message: `mocks.use expects stubs such as rest.get(…), got an array as argument 1

Write  mocks.use(...userRoutes, ...postRoutes)`,
  },
  {
    title: 'a stub alone given to setupMocks()',
    make: () => setupMocks(stub as unknown as Stub[]),
    message: `setupMocks expects an array of rest.get(…) stubs, got one stub alone

Write  setupMocks([rest.get('/users', …)])`,
  },
  {
    title: 'a stub alone given to createResolver()',
    make: () => createResolver(stub as unknown as Stub[]),
    message: `createResolver expects an array of rest.get(…) stubs, got one stub alone

Write  createResolver([rest.get('/users', …)])`,
  },
  {
    title: 'an unknown option of createResolver()',
    make: () => createResolver([stub], { baseURL: 'https://api.test' } as object),
    message: `createResolver: 'baseURL' is not an option; use baseUrl or passthrough

Write  createResolver(routes, { baseUrl: 'http://localhost:3000' })`,
  },
  {
    title: 'a relative baseUrl of createResolver()',
    make: () => createResolver([stub], { baseUrl: '/v1' }),
    message: `createResolver: baseUrl is an absolute URL without a user, a query or a hash, not '/v1'

Write  createResolver(routes, { baseUrl: 'http://localhost:3000' })`,
  },
  {
    title: 'a passthrough that is not a function, of createResolver()',
    make: () => createResolver([stub], { passthrough: ['https://api.test'] as never }),
    message: `createResolver: passthrough is a function of the request, not ['https://api.test']

Write  createResolver(routes, { passthrough: (request) => fetch(request) })`,
  },
  {
    title: 'an unknown option of verify(), which verified nothing',
    make: () => start([stub]).verify({ unusd: true } as object),
    message: `mocks.verify: 'unusd' is not an option; use unused

Write  mocks.verify({ unused: true })`,
  },
  {
    title: 'a baseUrl with a query, which had no effect',
    make: () => setupMocks([stub], { baseUrl: 'http://localhost/v1?key=1' }),
    message: `setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not 'http://localhost/v1?key=1'

Write  setupMocks(routes, { baseUrl: 'http://localhost/v1' })`,
  },
  {
    title: 'a baseUrl with a hash, which had no effect',
    make: () => setupMocks([stub], { baseUrl: 'http://localhost#v1' }),
    message: `setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not 'http://localhost#v1'

Write  setupMocks(routes, { baseUrl: 'http://localhost' })`,
  },
  {
    title: 'a baseUrl with a user, which had no effect',
    make: () => setupMocks([stub], { baseUrl: 'http://ada@localhost' }),
    message: `setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not 'http://ada@localhost'

Write  setupMocks(routes, { baseUrl: 'http://localhost' })`,
  },
  {
    title: 'a URL without its scheme',
    make: () => rest.get('//api.test/users', []),
    message: `rest.get('//api.test/users'): an absolute URL starts with http:// or https://, a path with one slash

Write  rest.get('https://api.test/users', …)`,
  },
]

test.each(refusals)('$title is refused', ({ make, message }) => {
  expect(make).toThrow(new RouteDefinitionError(message))
})

const waitOptions = (given: unknown) => start([stub]).waitFor(stub, given as object)

test.each<{ title: string; make: () => Promise<unknown>; message: string }>([
  {
    title: 'an unknown option of waitFor()',
    make: () => waitOptions({ timeOut: 50 }),
    message: `mocks.waitFor: 'timeOut' is not an option; use times or timeout

Write  mocks.waitFor(…, { timeout: 50 })`,
  },
  {
    title: 'a number as the options of waitFor()',
    make: () => waitOptions(50),
    message: `mocks.waitFor: the options must be an object, got 50

Write  mocks.waitFor(…, { timeout: 50 })`,
  },
  {
    title: 'a count as the options of waitFor()',
    make: () => waitOptions(3),
    message: `mocks.waitFor: the options must be an object, got 3

Write  mocks.waitFor(…, { times: 2 })`,
  },
  {
    title: 'a timeout of waitFor() in another case, and with a unit',
    make: () => waitOptions({ timeOut: '5s' }),
    message: `mocks.waitFor: 'timeOut' is not an option; use times or timeout

Write  mocks.waitFor(…, { timeout: 1000 })`,
  },
  {
    title: 'waitFor() of no calls, which waited for nothing',
    make: () => waitOptions({ times: 0 }),
    message: `mocks.waitFor({ times: 0 }): it takes times of 1 or more

Write  mocks.waitFor(…, { times: 2 })`,
  },
  {
    title: 'a timeout that is not a number',
    make: () => waitOptions({ timeout: Number.NaN }),
    message: `mocks.waitFor({ timeout: NaN }): it takes milliseconds, 0 or more

Write  mocks.waitFor(…, { timeout: 1000 })`,
  },
  {
    title: 'a request as plain data for explain()',
    make: () => setupMocks([stub]).explain({ method: 'GET', url: 'https://api.test/users' } as never),
    message: `mocks.explain({ method: 'GET', url: 'https://api.test/users' }): it takes a Request, a URL or a string

Write  mocks.explain('https://api.test/users')`,
  },
  {
    title: 'a URL for the fetch of createResolver()',
    make: () => createResolver([stub]).fetch('https://api.test/users' as never),
    message: `resolver.fetch('https://api.test/users'): it takes a Request

Write  resolver.fetch(new Request('https://api.test/users'))`,
  },
  {
    title: 'a value that is not a function, for isolate()',
    make: () => setupMocks([stub]).isolate('users' as never),
    message: `mocks.isolate('users'): it takes a function

Write  mocks.isolate(async () => …)`,
  },
])('$title is refused', async ({ make, message }) => {
  await expect(make()).rejects.toThrow(new RouteDefinitionError(message))
})

describe('a request that cannot be answered fails, without an invented answer', () => {
  test('a redirect to a data: URL was dispatched as a request', async () => {
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
    mocks.reset({ failures: true })
    mocks.stop()
  })
})
