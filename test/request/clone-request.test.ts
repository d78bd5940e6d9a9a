import { expect, test } from 'vitest'
import { cloneRequest } from '../../src/request/bytes.ts'

/** Node 20 and 22 have one of their own. */
const DISPATCHER =
  Object.getOwnPropertySymbols(new Request('https://api.test')).find(
    ({ description }) => description === 'dispatcher',
  ) ?? Symbol('dispatcher')

/** A request as Node 20 and 22 make it, with the dispatcher that was given to fetch; `keeps` is what its clone has. */
function requestWith(dispatcher: object, keeps?: object): Request {
  const request = new Request('https://api.test/users')
  const clone = keeps ? Object.assign(request.clone(), { [DISPATCHER]: keeps }) : request.clone()
  return Object.assign(request, { [DISPATCHER]: dispatcher, clone: () => clone })
}

test('the clone of a request lacks its dispatcher', () => {
  const dispatcher = {}
  expect(Reflect.get(cloneRequest(requestWith(dispatcher)), DISPATCHER)).toBe(dispatcher)
})

test('a dispatcher that the clone has itself stays', () => {
  const own = {}
  expect(Reflect.get(cloneRequest(requestWith({}, own)), DISPATCHER)).toBe(own)
})

test('a request without a dispatcher is cloned as it is', () => {
  expect(cloneRequest(new Request('https://api.test/users')).url).toBe('https://api.test/users')
})
