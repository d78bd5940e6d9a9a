import { getJestConfig } from '@storybook/test-runner'
import { launchOptions } from './consumers/launch-options.mjs'

export default {
  ...getJestConfig(),
  testEnvironmentOptions: {
    'jest-playwright': { browsers: ['chromium'], launchOptions: launchOptions(), exitOnPageError: false },
  },
}
