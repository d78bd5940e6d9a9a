import { beforeEach } from 'vitest'
import { mocks } from './mocks.ts'

beforeEach(mocks)
