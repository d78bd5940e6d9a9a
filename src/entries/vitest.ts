import { expect } from 'vitest'
import {
  type RequestMatchers,
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
} from '../assertions/request-matchers.ts'

declare module 'vitest' {
  // Without type parameters: Vitest 4 has one, Vitest 5 two, and all have defaults.
  interface Matchers extends RequestMatchers {}
}

expect.extend({ toHaveRequested, toHaveRequestedTimes, toHaveRequestedInOrder })
