import { expect, test } from 'vitest'
import { prefixDifference } from '../../../src/core/path/compare-segments.ts'
import { compilePath } from '../../../src/core/path/path.ts'
import { type PathForm, segmentsOf } from '../../../src/core/path/segments.ts'

const long = (length: number) => Array.from({ length }, (_, index) => `/p${index}`).join('')

const prefixes: readonly { path: string; asked: string; difference: ReturnType<typeof prefixDifference> }[] = [
  { path: '/api/users', asked: '/users', difference: { expected: '/api' } },
  { path: '/api/v1/users/:id', asked: '/users/7', difference: { expected: '/api/v1' } },
  { path: '/:tenant/v:version/users', asked: '/users', difference: { expected: '/:tenant/v:version' } },
  { path: '/api/:tenant/users', asked: '/acme/users', difference: { expected: '/api' } },
  { path: '/a%2Fb/users', asked: '/users', difference: { expected: '/a/b' } },
  { path: '/api/files/*path', asked: '/files/a/b', difference: { expected: '/api' } },
  { path: '/api/files/*path', asked: '/files', difference: undefined },
  { path: '/api/:id.json', asked: '/7.json', difference: undefined },
  { path: '/api/users/:id.json', asked: '/users/7.json', difference: { expected: '/api' } },
  { path: '/api/users/:id.json', asked: '/users/7', difference: undefined },
  { path: '/api/users/:id', asked: '/users/', difference: undefined },
  { path: '/api/users/:id/posts', asked: '/users//posts', difference: undefined },
  { path: '/users/:id', asked: '/api/v1/users/7', difference: { received: '/api/v1' } },
  { path: '/files/*path', asked: '/api/files/a', difference: { received: '/api' } },
  { path: '/users', asked: '/a%2Fb/users', difference: { received: '/a/b' } },
  { path: '/teams/:id', asked: '/users', difference: undefined },
  { path: '/:id', asked: '/api/7', difference: undefined },
  { path: '/*path', asked: '/api/7', difference: undefined },
  { path: '/users', asked: '/users', difference: undefined },
  { path: '/api/users', asked: '/user', difference: undefined },
  { path: '/api/users', asked: '/', difference: undefined },
  { path: '/api/users', asked: '/users/7', difference: undefined },
  { path: '/api//:id', asked: '//7', difference: undefined },
  { path: '/', asked: '/users', difference: undefined },
  { path: `${long(8)}/users`, asked: '/users', difference: { expected: long(8) } },
  { path: `${long(9)}/users`, asked: '/users', difference: undefined },
  { path: '/users', asked: `${long(8)}/users`, difference: { received: long(8) } },
  { path: '/users', asked: `${long(9)}/users`, difference: undefined },
]

test.each(prefixes)('the prefix that $path or $asked lacks', ({ path, asked, difference }) => {
  const [form] = compilePath(path).forms as readonly [PathForm]
  expect(prefixDifference(form, segmentsOf(asked))).toEqual(difference)
})
