import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts'],
    exclude: ['test/core/{oracle/*,pure,hostile/length}.test.ts'],
    restoreMocks: true,
    // An instrumented core is slow on a busy machine. Stryker itself stops a change that goes round in circles.
    testTimeout: 60_000,
  },
})
