import { mocks } from './mocks.js'

beforeAll(mocks)
