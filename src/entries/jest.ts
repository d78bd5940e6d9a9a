import type { RequestMatchers } from '../assertions/request-matchers.ts'
import { MynahError } from '../core/errors.ts'
import * as matchers from './expect.ts'

declare global {
  namespace jest {
    interface Matchers<R> extends RequestMatchers<R> {}
  }
}

/** Jest's own, with `injectGlobals` as it is unless configured. It is not there yet in `setupFiles`. */
const { expect } = globalThis as { expect?: { extend(matchers: object): void } }

if (!expect) {
  throw new MynahError(
    'ENVIRONMENT',
    `mynah/jest extends the global expect, and there is none

In Jest, it belongs in a test file or in a file of setupFilesAfterEnv, not of setupFiles
With injectGlobals: false, write mynah/jest-globals in its place
In Vitest, write mynah/vitest`,
  )
}
expect.extend(matchers)
