import { rest } from 'mynah'
import { mocks } from '../.storybook/mocks.ts'
import { Users } from './Users.tsx'

/** Stories that share the page of their docs: the newest override answers all of them. */
export default { title: 'Inline', component: Users, parameters: { docs: { story: { inline: true } } } }

export const Default = {}

export const Empty = { beforeEach: () => mocks.use(rest.get('/api/users', [])) }

export const Broken = {
  beforeEach: () => mocks.use(rest.get('/api/users', { error: 'Out of order' }, { status: 500 })),
}

export const Refused = { beforeEach: () => mocks.use(rest.get('/api/users', { error: 'Forbidden' }, { status: 403 })) }
