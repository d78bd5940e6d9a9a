import { definePreview } from '@storybook/react-vite'
import mynah from 'mynah/storybook'
import { mocks } from '../.storybook/mocks.ts'

export default definePreview({
  addons: [mynah()],
  beforeAll: mocks,
  // Of all stories, one alone has this variant.
  initialGlobals: { mynah: { variant: 'from the start' } },
})
