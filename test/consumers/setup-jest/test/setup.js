const { mocks } = require('./mocks')

beforeAll(mocks)
