import {
  type RequestMatchers,
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
} from '../assertions/request-matchers.ts'

declare global {
  namespace jest {
    interface Matchers<R> extends RequestMatchers<R> {}
  }
}

/** Jest's own, with `injectGlobals` as it is unless configured. */
declare const expect: { extend(matchers: object): void }

expect.extend({ toHaveRequested, toHaveRequestedTimes, toHaveRequestedInOrder })
