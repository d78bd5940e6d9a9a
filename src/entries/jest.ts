import type { RequestMatchers } from '../assertions/request-matchers.ts'
import * as matchers from './expect.ts'

declare global {
  namespace jest {
    interface Matchers<R> extends RequestMatchers<R> {}
  }
}

/** Jest's own, with `injectGlobals` as it is unless configured. */
declare const expect: { extend(matchers: object): void }

expect.extend(matchers)
