import fetchMock from 'jest-fetch-mock'
import { testDoMock } from './do-mock.js'

testDoMock('jest-fetch-mock', fetchMock)
