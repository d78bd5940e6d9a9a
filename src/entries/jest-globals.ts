import { expect } from '@jest/globals'
import type { RequestMatchers } from '../assertions/request-matchers.ts'
import * as matchers from './expect.ts'

declare module 'expect' {
  // Without the constraint and the default of Jest's own type parameters, which may change.
  interface Matchers<R> extends RequestMatchers<R> {}
}

expect.extend(matchers)
