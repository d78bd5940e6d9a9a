import { rest, setupMocks } from 'mynah'
import { beforeEach, describe, setUp, test } from '../runner.js'

// Vitest calls what a hook returns after the test.
const mocks = setupMocks([])
setUp(mocks)
const ask = () => fetch('https://api.test/returned')

describe('an arrow', () => {
  beforeEach(() => mocks.expect.get('https://api.test/returned', {}))
  test('fails: An expected request did not arrive', () => {})
  test('its request comes', ask)
})

describe('an async arrow', () => {
  beforeEach(async () => mocks.expect(rest.get('https://api.test/returned', {})))
  test('fails: An expected request did not arrive', () => {})
})

describe('one of two requests', () => {
  beforeEach(() => mocks.expect.get('https://api.test/returned', {}, { times: 2 }))
  test('fails: An expected request did not arrive', ask)
})
