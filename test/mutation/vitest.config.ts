import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts', 'test/promises/mistakes.test.ts'],
    exclude: ['test/core/{oracle/*,pure,hostile/length}.test.ts'],
    restoreMocks: true,
    // One worker runs all files of a change; each change has its own.
    isolate: false,
    // An instrumented core is slow on a busy machine. Stryker itself stops a change that goes round in circles.
    testTimeout: 60_000,
  },
})
