import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Each process that a test starts would strip the types of all sources again: more than half of what it costs.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url))

/** What other commands run: projects, and tests of node:test. */
const PROJECTS = [
  'test/{bench,consumers,graphql-schemas,load,mutation,openapi-documents,package}/**',
  '**/node_modules/**',
]

/** What needs a process of its own. All other files share one for each worker, where src is loaded once. */
const ALONE = [
  // A page, as jsdom has one: src asks at its import whether it runs in one.
  'test/**/*{page,page-cookies,xhr}.test.ts',
  'test/fetch/foreign-init.test.ts',
  // Modules of src that the file replaces, or loads again.
  'test/core/frames.test.ts',
  'test/hostile/faults.test.ts',
  'test/mocks/runner/*.test.ts',
  'test/assertions/jest-entry.test.ts',
  'test/promises/{browser-scope,copies,using-page}.test.ts',
  'test/graphql/schema.test.ts',
  'test/runtime/*.test.ts',
  'test/clients/{event-source,fake-timers}.test.ts',
  'test/command/*.test.ts',
  // Memory, handles, the load of the process, and resolvers that run in it.
  'test/response/loop-guard.test.ts',
  'test/promises/{under-load,fair-loop}.test.ts',
  'test/mocks/session/{journal-memory,failures}.test.ts',
  'test/archive/record/large.test.ts',
  'test/websocket/memory.test.ts',
  'test/sockets/upload.test.ts',
  'test/docs/snippets.test.ts',
  // Matchers that other files add to `expect`.
  'test/docs/common-mistakes.test.ts',
]

export default defineConfig({
  test: {
    restoreMocks: true,
    // Only a test that hangs takes this long: on a busy machine each of the others may take seconds.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...PROJECTS, ...ALONE],
          isolate: false,
          // Node 20 has no WebSocket without it.
          execArgv: ['--experimental-websocket'],
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, execArgv: ['--experimental-eventsource', '--experimental-websocket'] },
      },
    ],
    coverage: {
      include: ['src/**/*.ts'],
      exclude: [
        // Each needs what Node and these tests do not have, and is tried where that is.
        'src/intercept/{browser,page/*}.ts', // a browser: test/consumers/browser, storybook, vitest-browser
        'src/**/*.browser.ts', // a page: test/consumers/browser
        'src/intercept/fetch/lend-globals.ts', // a page of Jest's, without a fetch: test/consumers/jest30
        'src/mocks/runner/{jasmine,jest,mocha,node-test,vitest,never-started,runner}.ts', // that runner: test/runners, test/consumers/runner-output
        'src/{request/check-body,response/lost-body}.ts', // a page's Request and Response from before the start: test/consumers/vitest5
        'src/entries/command.ts', // a process of its own: test/command
        'src/entries/jest{,-globals}.ts', // Jest: test/consumers/jest30
        'src/{storybook/manager/*,entries/storybook-manager}.ts', // Storybook's manager: test/consumers/storybook
        'src/playwright/{answer-web-socket,mocked,route-context,warnings}.ts', // Playwright's runner and a browser: test/consumers/playwright
        // An application's server, which is another process: test/server starts it, and test/consumers/server.
        'src/server/{call-sites,cookie,follow-requests,followed-test,forward,exit-in-production,take-out-cookies,watch-requests,wire}.ts',
      ],
      reporter: [['text', { skipFull: true }]],
      // 99 and 98 before HTTP/2, GraphQL and the late connections of sockets: their branches are the next to be tested.
      thresholds: { lines: 98.8, branches: 96.9 },
    },
  },
})
