import { composeStories } from '@storybook/react-vite'
import { ORDER } from '../outcomes.mjs'
import * as headless from '../src/Headless.stories.tsx'

const stories = composeStories(headless)

for (const name of ORDER) test(name, () => stories[name].run())
