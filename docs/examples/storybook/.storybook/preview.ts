import type { Preview } from '@storybook/react-vite'
import 'mynah/storybook'
import { mocks } from './mocks.ts'

const preview: Preview = {
  beforeAll: mocks,
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '120px' } } },
}

export default preview
