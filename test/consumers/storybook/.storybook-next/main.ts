import { defineMain } from '@storybook/react-vite/node'

export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../next/*.stories.tsx'],
  addons: ['mynah/storybook'],
})
