import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './consumers/launch-options.mjs'

/* As `npm init playwright` writes it, with the machine's Chromium and two projects on one server. */

// What pages observe is compared with a server, and two projects share a server, on one Node: neither depends on its version.
const isWhole = process.versions.node.startsWith('24.')

export default defineConfig({
  testDir: process.env.TEST_DIR ?? '.',
  testIgnore: process.env.TEST_DIR ? [] : ['failing/**', ...(isWhole ? [] : ['**/clients.spec.mjs'])],
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: 'line',
  use: { baseURL: 'http://localhost:3123', trace: 'on-first-retry', launchOptions: launchOptions() },
  projects: [
    { name: 'chromium', use: { ...devices['Desktop Chrome'] } },
    ...(process.env.TEST_DIR || !isWhole ? [] : [{ name: 'second', testMatch: 'tests/server.spec.ts' }]),
  ],
  webServer: [
    { command: 'node server.mjs', url: 'http://localhost:3123' },
    {
      command: 'node express.mjs',
      url: 'http://localhost:3125/missing',
      env: { NODE_OPTIONS: '--import mynah/server' },
    },
  ],
})
