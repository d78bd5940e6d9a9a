import { expect, test } from 'vitest'
import {
  askedOrigin,
  destinationOf,
  headersOfSent,
  originOfSent,
} from '../../../src/intercept/socket/undici-request.ts'

const sent = (more: object) => ({ method: 'GET', path: '/', ...more })

test.each([
  [
    'accept: a\r\nno colon\r\n: no name\r\nx-b:  b \r\n',
    [
      ['accept', 'a'],
      ['x-b', 'b'],
    ],
  ],
  [
    ['accept', 'a', 'x-b', 'b', 'odd'],
    [
      ['accept', 'a'],
      ['x-b', 'b'],
    ],
  ],
  [undefined, []],
])('headers as undici keeps them, %j', (headers, pairs) => {
  expect(headersOfSent(sent(headers === undefined ? {} : { headers }))).toEqual(pairs)
})

test.each([
  ['https://a.test:8443/x', 'https://a.test:8443', { protocol: 'https:', host: 'a.test', port: '8443' }],
  ['http://[::1]:80', 'http://[::1]', { protocol: 'http:', host: '::1', port: '' }],
  ['no origin', undefined, undefined],
  [undefined, undefined, undefined],
])('a request to %s', (origin, expected, destination) => {
  const request = sent(origin === undefined ? {} : { origin })
  expect(originOfSent(request)).toBe(expected)
  expect(destinationOf(originOfSent(request))).toEqual(destination)
})

test.each([
  [{ origin: 'http://127.0.0.1:8080', host: 'api.test:8080' }, 'http://api.test:8080'],
  [{ origin: 'https://[::1]', host: 'api.test' }, 'https://api.test'],
  [{ origin: 'http://127.0.0.1', host: '10.0.0.1' }, 'http://127.0.0.1'],
  [{ origin: 'http://127.0.0.1', host: null }, 'http://127.0.0.1'],
  [{ origin: 'http://a.test', host: 'b.test' }, 'http://a.test'],
  [{ host: 'b.test' }, undefined],
])('the origin that is asked for by %j', (request, origin) => {
  expect(askedOrigin(sent(request))).toBe(origin)
})
