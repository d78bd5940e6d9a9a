import { vi } from 'vitest'
import createFetchMock from 'vitest-fetch-mock'
import { testDoMock } from './do-mock.js'

testDoMock('vitest-fetch-mock', createFetchMock(vi))
