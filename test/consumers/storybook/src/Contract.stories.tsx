import { openapi } from 'mynah/openapi'
import { mocks } from '../.storybook/mocks.ts'
import { Users } from './Users.tsx'

const user = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
}
const api = openapi({
  openapi: '3.1.0',
  paths: {
    '/api/users': {
      get: {
        operationId: 'listUsers',
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'array', items: user },
                example: [{ id: 7, name: 'Mary Somerville' }],
              },
            },
          },
        },
      },
    },
  },
})

/** Stories with the stubs of an OpenAPI document. */
export default { title: 'Contract', component: Users }

export const Example = { beforeEach: () => mocks.use(...api.examples()) }

export const Own = { beforeEach: () => mocks.use(api.get('/api/users', [{ id: 8, name: 'Emmy Noether' }])) }

/** The declaration throws in `beforeEach`, so Storybook shows the refusal in place of the story. */
export const WrongPayload = { beforeEach: () => mocks.use(api.get('/api/users', [{ id: '8', name: 'Emmy Noether' }])) }

/** The application swallows the failure. */
export const WrongRequest = {
  beforeEach: () => mocks.use(...api.examples()),
  play: async () => {
    await fetch('/api/users?page=2').catch(() => {})
  },
}
