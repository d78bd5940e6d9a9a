import { afterEach, beforeEach, test } from 'bun:test'
import { fetchUnmatched, mocks, requestUnmatched } from './cases.js'

beforeEach(mocks)
afterEach(mocks.stop)

test('a swallowed unmatched fetch', fetchUnmatched)

test('a swallowed unmatched request of node:http', requestUnmatched)

test('what comes after', () => fetch('https://api.test/users'))
