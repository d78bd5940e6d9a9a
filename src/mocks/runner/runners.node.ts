import { jasmine } from './jasmine.ts'
import { jest } from './jest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import type { Runner } from './runner.ts'
import { vitest } from './vitest.ts'

export { afterNodeTest, isNodeTestContext, nodeTestScope } from './node-test.ts'

export const RUNNERS: readonly Runner[] = [nodeTest, jest, vitest, mocha, jasmine]
