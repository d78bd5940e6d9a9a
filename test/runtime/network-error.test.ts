import http from 'node:http'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { createResolver } from '../../src/entries/core.ts'
import { networkError, RouteDefinitionError, rest, sequence } from '../../src/entries/index.ts'
import { rejectionOf, start } from '../promises/support.ts'

const URL = 'http://api.test/users'

const errors = [
  {
    title: 'an error with a code',
    error: Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
  },
  { title: 'an error without a code', error: new RangeError('odd') },
  { title: 'a DOMException', error: new DOMException('gave up', 'TimeoutError') },
]

const viaHttp = () => new Promise<unknown>((resolve) => http.get(URL, () => resolve(undefined)).on('error', resolve))

describe.each(errors)('networkError(error), $title', ({ error }) => {
  test.each([
    { title: 'a response', response: () => networkError(error) },
    { title: 'a turn of a sequence', response: () => sequence(networkError(error)) },
    { title: 'the result of a resolver', response: () => () => networkError(error) },
  ])('as $title is the cause of fetch’s error, and the very error of http', async ({ response }) => {
    start([rest.get('/users', response())])
    const rejection = await rejectionOf(fetch(URL))
    expect(rejection).toBeInstanceOf(TypeError)
    expect(rejection).toHaveProperty('message', 'fetch failed')
    expect((rejection as Error).cause).toBe(error)
    expect(await viaHttp()).toBe(error)
    expect(await rejectionOf(request(URL))).toBe(error)
  })

  test('is the cause of the error of a resolver', async () => {
    const resolver = createResolver([rest.get('/users', networkError(error))])
    expect(((await rejectionOf(resolver.fetch(new Request(URL)))) as Error).cause).toBe(error)
  })
})

test('networkError() refuses any other value', () => {
  expect(() => networkError(500 as unknown as string)).toThrow(
    new RouteDefinitionError('networkError(500): it takes the code of an error, which is one word, or an error'),
  )
})
