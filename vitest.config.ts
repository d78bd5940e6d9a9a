import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{core,mocks,clients,docs,runners,types}/**/*.test.ts'],
    restoreMocks: true,
    coverage: { include: ['src/**/*.ts'] },
  },
})
