import { jasmine } from './jasmine.ts'
import { mocha } from './mocha.ts'
import type { Hooks, Runner } from './runner.ts'
import { storybook } from './storybook.ts'
import { vitest } from './vitest.ts'

/** The runners whose tests run in a page. Jest and node:test run in Node alone. */
export const RUNNERS: readonly Runner[] = [vitest, mocha, jasmine, storybook]

export const afterNodeTest = (): boolean => false
export const isNodeTestContext = (): boolean => false
export const nodeTestScope = (): (() => Hooks | undefined) => () => undefined
