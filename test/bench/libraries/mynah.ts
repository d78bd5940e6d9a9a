import { rest, setupMocks } from '../../../dist/index.js'
import { type Mock, paths, type Scenario, USERS } from '../scenario.ts'

export const mock: Mock = (scenario) => setupMocks(routes(scenario))()

export function routes(scenario: Scenario) {
  switch (scenario.kind) {
    case 'static':
      return paths(scenario.count).map((path) => rest.get(path, USERS))
    case 'resolver':
      return [rest.get('/users/:id', ({ request }) => ({ id: request.params.id }))]
    case 'function':
      return [rest.get('/users', () => USERS)]
    case 'post':
      return [rest.post('/users', USERS, { match: { body: { role: 'admin' } } })]
    case 'queries':
      return Array.from({ length: scenario.count }, (_, page) =>
        rest.get('/users', USERS, { match: { queries: { page } } }),
      )
  }
}
