import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'test/*.test.ts',
      'test/{archive,assertions,core,runtime,request,response,intercept,mocks,promises,hostile,openapi,clients,sockets,differential,docs,runners,types}/**/*.test.ts',
    ],
    restoreMocks: true,
    // Only a test that hangs takes this long: on a busy machine each of the others may take seconds.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      include: ['src/**/*.ts'],
      exclude: [
        // Each needs what Node and these tests do not have, and is tried where that is.
        'src/intercept/{browser,xhr/*}.ts', // a browser: test/consumers/browser, storybook, vitest-browser
        'src/intercept/fetch/bun-undici.ts', // Bun: test/consumers/bun
        'src/intercept/fetch/lend-globals.ts', // a page of Jest's, without a fetch: test/consumers/jest30
      ],
      reporter: [['text', { skipFull: true }]],
      thresholds: { lines: 99, branches: 98 },
    },
  },
})
