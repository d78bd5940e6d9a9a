import { defineConfig } from '@playwright/test'
import { launchOptions } from './consumers/launch-options.mjs'

export default defineConfig({
  testDir: process.env.TEST_DIR ?? 'tests',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: 'line',
  use: { baseURL: 'http://localhost:3123', launchOptions: launchOptions() },
  webServer: { command: 'node server.mjs', url: 'http://localhost:3123' },
})
