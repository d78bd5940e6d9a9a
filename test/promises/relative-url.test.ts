import { describe, expect, test } from 'vitest'
import { createResolver } from '../../src/entries/core.ts'
import { MynahError, passthrough, rest, setupMocks } from '../../src/entries/index.ts'
import { loopback } from '../clients/loopback.ts'
import { rejectionOf, start, startForgiving, thrownBy } from './support.ts'

const echo = rest.all('/*path', ({ request }) => request.url)

describe('a relative URL without a page', () => {
  test.for([
    { baseUrl: 'http://api.test', url: '/users?a=1', seen: 'http://api.test/users?a=1' },
    { baseUrl: 'http://api.test/', url: '/users', seen: 'http://api.test/users' },
    { baseUrl: 'http://api.test/v1/', url: '/v1/users', seen: 'http://api.test/v1/users' },
    { baseUrl: 'http://api.test/v1/', url: 'users', seen: 'http://api.test/v1/users' },
    { baseUrl: 'https://api.test:8443', url: '/users', seen: 'https://api.test:8443/users' },
    { baseUrl: 'http://api.test', url: '//other.test/users', seen: undefined },
  ])('$url belongs to the baseUrl $baseUrl', async ({ baseUrl, url, seen }) => {
    const mocks = setupMocks([echo], { baseUrl })
    using _ = { [Symbol.dispose]: mocks() }
    if (seen !== undefined) expect(await (await fetch(url)).json()).toBe(seen)
    else {
      expect(await rejectionOf(fetch(url))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
      mocks.reset({ failures: true })
    }
  })

  test('keeps method, body and headers', async () => {
    start([rest.post('/users', ({ request }) => [request.body, request.headers['x-a']])], {
      baseUrl: 'http://api.test',
    })
    const init = { method: 'POST', body: '{"id":1}', headers: { 'content-type': 'application/json', 'x-a': 'b' } }
    expect(await (await fetch('/users', init)).json()).toEqual([{ id: 1 }, 'b'])
  })

  test('belongs to the newest baseUrl of several mocks', async () => {
    start([echo], { baseUrl: 'http://older.test' })
    const newer = start([echo], { baseUrl: 'http://newer.test' })
    start([])
    expect(await (await fetch('/users')).json()).toBe('http://newer.test/users')
    newer.stop()
    expect(await (await fetch('/users')).json()).toBe('http://older.test/users')
  })

  test('is sent to the baseUrl if it passes through', async () => {
    const server = await loopback()
    start([rest.get('/users', passthrough())], { baseUrl: server })
    expect(await (await fetch('/users')).json()).toMatchObject({ url: '/users' })
  })

  test('without a baseUrl fails, and says so', async () => {
    const mocks = startForgiving([rest.get('/users', [])])
    const error = await rejectionOf(fetch('/users'))
    expect(error).toBeInstanceOf(MynahError)
    expect(error).toMatchObject({
      code: 'RELATIVE_URL',
      message: `fetch('/users') is a relative URL, and there is no page to resolve it against; set the baseUrl option of setupMocks, or pass an absolute URL`,
    })
    expect(thrownBy(() => mocks.verify())).toBe(error)
    expect(mocks.calls()).toEqual([])
  })
})

test('explain() without a baseUrl said how to write a fetch', async () => {
  const message = (name: string, maker: string) =>
    `${name}('/users') is a relative URL, and there is no page to resolve it against; set the baseUrl option of ${maker}, or pass an absolute URL`
  expect(await rejectionOf(setupMocks([]).explain('/users'))).toEqual(
    new MynahError('RELATIVE_URL', message('mocks.explain', 'setupMocks')),
  )
  expect(await rejectionOf(createResolver([]).resolve('/users'))).toEqual(
    new MynahError('RELATIVE_URL', message('resolver.resolve', 'createResolver')),
  )
})

test.for(['users', '', '//api.test/users', "/search?q=it's"])(
  'a fetch of "%s" is refused as it was written',
  async (url) => {
    startForgiving([])
    const written = `fetch('${url.replace("'", "\\'")}') is a relative URL, and there is no page to resolve it against`
    const message = `${written}; set the baseUrl option of setupMocks, or pass an absolute URL`
    expect(await rejectionOf(fetch(url))).toMatchObject({ message })
  },
)

describe('with a baseUrl, paths without an origin only match its URLs', () => {
  const routes = [rest.get('/users', 'base'), rest.get('http://other.test/users', 'other')]

  test.for([
    { url: 'http://api.test/v1/users', answer: 'base' },
    { url: 'http://other.test/users', answer: 'other' },
    { url: 'http://api.test/users', answer: undefined },
    { url: 'http://api.test/v1users', answer: undefined },
    { url: 'https://api.test/v1/users', answer: undefined },
    { url: 'http://api.test:8080/v1/users', answer: undefined },
  ])('$url', async ({ url, answer }) => {
    const mocks = start(routes, { baseUrl: 'http://api.test/v1' })
    if (answer !== undefined) expect(await (await fetch(url)).json()).toBe(answer)
    else expect(await rejectionOf(fetch(url))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    mocks.reset({ failures: true })
  })
})
