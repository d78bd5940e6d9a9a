import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const HERE = import.meta.dirname
// In the repository, the product is what stands in src.
const alias = existsSync(`${HERE}/node_modules/mynah`)
  ? []
  : [
      { find: /^mynah$/, replacement: `${HERE}/../../../src/entries/index.ts` },
      { find: /^mynah\/(.+)$/, replacement: `${HERE}/../../../src/entries/$1.ts` },
    ]

// Node is not to have it.
const browser = ['mjs', 'js'].map((type) => `${process.env.CASES}/node_modules/msw/lib/browser/index.${type}`)
alias.push({ find: 'msw/browser', replacement: browser.find(existsSync) ?? browser[0] })

export default defineConfig({
  // The two have the same matchers, and only Jest loads its own.
  resolve: { alias: [...alias, { find: '@fetch-mock/jest', replacement: '@fetch-mock/vitest' }] },
  test: {
    globals: true,
    isolate: false,
    pool: 'threads',
    setupFiles: [`${HERE}/setup.js`],
    testTimeout: 60_000,
    reporters: ['json'],
  },
})
