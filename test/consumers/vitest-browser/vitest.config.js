import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './consumers/launch-options.mjs'

const provider = playwright({ launchOptions: launchOptions() })
const projects = [true, false].map((globals) => ({
  test: {
    name: globals ? 'with globals' : 'without',
    globals,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider,
      instances: [{ browser: 'chromium' }],
    },
  },
}))

export default defineConfig({ test: { projects } })
