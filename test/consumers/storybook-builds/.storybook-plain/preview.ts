import type { Preview } from '@storybook/react-vite'
import { mocks } from '../.storybook/mocks.ts'

const preview: Preview = { beforeAll: mocks, tags: ['autodocs'] }

export default preview
