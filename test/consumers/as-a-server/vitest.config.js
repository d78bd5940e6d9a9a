import { defineConfig } from 'vitest/config'

export default defineConfig({
  // What the repository's own tests import is here the package.
  resolve: { alias: [{ find: /^.*\/src\/entries\/index\.ts$/, replacement: 'mynah' }] },
  test: {
    testTimeout: 60_000,
    include: ['*.test.js', 'clients/{as-a-server,fake-timers,fetch-bodies,fetch-redirects,fetch-refusals}.test.ts'],
    // Loaded anew after `vi.resetModules()`.
    server: { deps: { inline: ['mynah'] } },
  },
})
