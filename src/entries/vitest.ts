import { expect } from 'vitest'
import type { RequestMatchers } from '../assertions/request-matchers.ts'
import * as matchers from './expect.ts'

declare module 'vitest' {
  // Without type parameters: Vitest 4 has one, Vitest 5 two, and all have defaults.
  interface Matchers extends RequestMatchers {}
}

expect.extend(matchers)
