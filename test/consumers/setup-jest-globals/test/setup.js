const { afterEach, beforeEach } = require('@jest/globals')
const { mocks } = require('./mocks')

beforeEach(mocks)
afterEach(mocks.stop)
