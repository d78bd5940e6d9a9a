import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/*.test.ts'],
    restoreMocks: true,
    isolate: false,
    globalSetup: 'test/projects-folder.ts',
    // Only a test that hangs takes this long: on a busy machine each of the others may take seconds.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
