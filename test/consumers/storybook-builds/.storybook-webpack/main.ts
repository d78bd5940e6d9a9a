import type { StorybookConfig } from '@storybook/react-webpack5'

const config: StorybookConfig = {
  framework: '@storybook/react-webpack5',
  stories: ['../webpack/*.stories.tsx'],
  addons: ['@storybook/addon-webpack5-compiler-swc', 'mynah/storybook'],
}

export default config
