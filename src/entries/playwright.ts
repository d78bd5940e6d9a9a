// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export { type MockedFixtures, type MockedOptions, mocked } from '../playwright/mocked.ts'
