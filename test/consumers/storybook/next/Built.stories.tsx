import { rest } from 'mynah'
import preview from '../.storybook-next/preview.ts'
import { Users } from '../src/Users.tsx'

/* For other-builds.mjs: what no test runner needs to see. */

const meta = preview.meta({ title: 'Built', component: Users, tags: ['built'] })

export const Declared = meta.story()

export const Routed = meta.story({
  parameters: { mynah: { routes: [rest.get('/api/users', [{ id: 1, name: 'Of the story' }])] } },
})

/** The preview's `initialGlobals` choose this variant. */
export const ChosenFromTheStart = meta.story({
  parameters: { mynah: { variants: { 'from the start': rest.get('/api/users', [{ id: 1, name: 'Of the start' }]) } } },
})
