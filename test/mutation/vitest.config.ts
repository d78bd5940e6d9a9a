import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files in which each test takes long, or which load all of mynah. */
const SLOW = /(?:table|mistakes|refusals|depth|nearest)\.test\.ts$/

/** A change ends at the first test that fails, so the fast files come first. */
class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => Number(SLOW.test(a.moduleId)) - Number(SLOW.test(b.moduleId)))
  }
}

export default defineConfig({
  test: {
    include: [
      'test/core/**/*.test.ts',
      'test/promises/{mistakes,refusals}.test.ts',
      'test/graphql/{batches,operations}.test.ts',
    ],
    exclude: ['test/core/{oracle/*,pure,hostile/length}.test.ts'],
    restoreMocks: true,
    // One worker runs all files of a change; each change has its own.
    isolate: false,
    sequence: { sequencer: FastFirst },
    // An instrumented core is slow on a busy machine. Stryker itself stops a change that goes round in circles.
    testTimeout: 60_000,
  },
})
