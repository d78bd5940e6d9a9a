import type { Preview } from '@storybook/react-vite'
import { mocks } from './mocks.ts'

const preview: Preview = {
  beforeAll: mocks,
  beforeEach: () => () => mocks.reset({ failures: true }),
  afterEach: () => mocks.verify(),
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '120px' } } },
}

export default preview
