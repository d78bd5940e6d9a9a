import { defineConfig } from 'vitest/config'

/** For the specs beside this file and the files that a test writes, which another test runs and whose failures it expects. */
export default defineConfig({ test: { include: ['test/runners/**/*.spec.ts', '.vitest/runners-*/**/*.test.mjs'] } })
