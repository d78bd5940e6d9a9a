import { mocks } from './mocks.js'

export const mochaHooks = { beforeEach: mocks, afterEach: mocks.stop }
