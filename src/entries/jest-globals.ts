import { expect } from '@jest/globals'
import {
  type RequestMatchers,
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
} from '../assertions/request-matchers.ts'

declare module 'expect' {
  // Without the constraint and the default of Jest's own type parameters, which may change.
  interface Matchers<R> extends RequestMatchers<R> {}
}

expect.extend({ toHaveRequested, toHaveRequestedTimes, toHaveRequestedInOrder })
