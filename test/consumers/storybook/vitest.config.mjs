import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './consumers/launch-options.mjs'

/** The stories of a Storybook, by its addon for Vitest. */
function storybook(name, configDir, tags) {
  return {
    extends: true,
    plugins: [storybookTest({ configDir, tags, disableAddonDocs: true })],
    test: {
      name,
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({ launchOptions: launchOptions() }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }
}

export default defineConfig({
  test: {
    projects: [
      storybook('addon-vitest', '.storybook', { include: ['headless'] }),
      storybook('CSF Next', '.storybook-next', { exclude: ['built'] }),
      {
        extends: true,
        test: {
          name: 'composed',
          environment: 'jsdom',
          globals: true,
          setupFiles: ['composed/setup.mjs'],
          include: ['composed/*.test.mjs'],
        },
      },
    ],
  },
})
