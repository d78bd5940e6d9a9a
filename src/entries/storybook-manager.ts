import { registerPanel } from '../storybook/manager/register.ts'

registerPanel()
