import { afterEach, beforeEach, test } from 'bun:test'
import { mocks, sendUnmatched } from './fetch.js'

beforeEach(mocks)
afterEach(mocks.stop)

test('a swallowed unmatched request', sendUnmatched)

test('what comes after', () => fetch('https://api.test/users'))
