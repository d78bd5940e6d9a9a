import { test } from 'vitest'
import { swallow } from '../mocks.cjs'

test('swallows', () => swallow('a'))
