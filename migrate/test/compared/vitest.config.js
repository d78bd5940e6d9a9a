import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const HERE = import.meta.dirname
// Node is not to have it.
const browser = ['mjs', 'js'].map((type) => `${process.env.CASES}/node_modules/msw/lib/browser/index.${type}`)

export default defineConfig({
  // The two have the same matchers, and only Jest loads its own.
  resolve: {
    alias: [
      { find: /^mynah$/, replacement: `${HERE}/../../../src/entries/index.ts` },
      { find: /^mynah\/(.+)$/, replacement: `${HERE}/../../../src/entries/$1.ts` },
      { find: 'msw/browser', replacement: browser.find(existsSync) ?? browser[0] },
      { find: '@fetch-mock/jest', replacement: '@fetch-mock/vitest' },
    ],
  },
  test: {
    globals: true,
    isolate: false,
    pool: 'threads',
    setupFiles: [`${HERE}/setup.js`],
    testTimeout: 60_000,
    reporters: ['json'],
  },
})
