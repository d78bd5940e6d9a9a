import { afterEach, beforeEach, describe, test } from 'bun:test'
import { fetchUnmatched, mocks, requestUnmatched } from './cases.js'

beforeEach(mocks)
afterEach(mocks.stop)

test('a swallowed unmatched fetch', fetchUnmatched)

test('a swallowed unmatched request of node:http', requestUnmatched)

test('what comes after', () => fetch('https://api.test/users'))

describe('a hook returns the undo of an expectation', () => {
  beforeEach(() => mocks.expect.get('https://api.test/returned', {}, { times: 2 }))
  test('none of its requests comes', () => {})
  test('one of its two requests comes', () => fetch('https://api.test/returned'))
})
