import { defineConfig } from 'vitest/config'

export default defineConfig({
  // What the repository's own tests import, the contract among them, is here the package.
  resolve: { alias: [{ find: /^.*\/src\/entries\/index\.ts$/, replacement: 'mynah' }] },
  test: {
    include: ['*.test.js', 'clients/{axios,fetch,http,http2,undici,xhr}.test.ts'],
    reporters: ['default', './compatibility-reporter.js'],
  },
})
