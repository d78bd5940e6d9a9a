import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts'],
    exclude: ['test/core/{oracle/*,pure,hostile/length}.test.ts'],
    restoreMocks: true,
  },
})
