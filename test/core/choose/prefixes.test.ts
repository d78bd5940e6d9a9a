import { expect, test } from 'vitest'
import type { Stub } from '../../../src/core/stub/stub.ts'
import { ORIGIN, stubOf, tableOf } from '../support.ts'

/** So many stubs whose only segment is that of the request but for one letter that nearer ones would crowd the others out. */
const typos = Array.from({ length: 200 }, (_, index) => stubOf('GET', `/users${index}`))

const near = (stubs: readonly Stub[], path: string) => tableOf(stubs).near(`${ORIGIN}${path}`)

test.each([
  { path: '/api/v1/users', asked: '/users' },
  { path: '/:tenant/users', asked: '/users' },
  { path: '/:tenant/:version/users', asked: '/users' },
  { path: '/users', asked: '/1/2/3/4/5/6/7/8/users' },
  { path: '/1/2/3/4/5/6/7/8/users', asked: '/users' },
  { path: '/v:version/users', asked: '/users' },
  { path: '/users', asked: '/api/v1/users' },
  { path: `${ORIGIN}/api/users`, asked: '/users' },
  { path: `${ORIGIN}/users`, asked: '/api/users' },
  { path: '/api/users{/:id}', asked: '/users' },
])('among many typos, $path is near to $asked', ({ path, asked }) => {
  const meant = stubOf('GET', path)
  expect(near([...typos, meant], asked)).toContain(meant)
})

test('a prefix that is a param is near among many paths behind it', () => {
  const decoys = Array.from({ length: 200 }, (_, index) => stubOf('GET', `/:tenant/x${index}`))
  const meant = stubOf('GET', '/:tenant/users')
  expect(near([...decoys, meant], '/users')).toContain(meant)
})

test('params alone are no path behind a prefix', () => {
  expect(near([...typos, stubOf('GET', '/a/:b')], '/users')).toEqual(typos.slice(0, 100))
})

test('a thousand nodes that have nodes behind them are looked at, the earliest declared ones', () => {
  const meant = stubOf('GET', '/api/users')
  const decoys = Array.from({ length: 1000 }, (_, index) => stubOf('GET', `/d${index}/x`))
  const leaves = Array.from({ length: 3000 }, (_, index) => stubOf('GET', `/l${index}`))
  expect(near([...leaves, ...decoys.slice(1), meant], '/users')).toContain(meant)
  expect(near([...decoys, meant], '/users')).not.toContain(meant)
})
