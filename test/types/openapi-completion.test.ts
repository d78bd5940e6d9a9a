import { expect, test } from 'vitest'
import { languageService } from './language-service.ts'

const SOURCE = `import { openapi } from '../../src/entries/openapi.ts'
type Get = { parameters: { query?: { page?: number } }; responses: { 200: { content: { 'application/json': string } }; 404: { content?: never } } }
interface paths {
  '/users': { get: Get; post: Get }
  '/users/{user-name}': { get: Get }
  '/teams': { put: Get }
}
const api = openapi<paths>({})
api.get('/*path*/', '')
api.get('/users', '', { match: { queries: { /*query*/ } } })
api.get('/users', ({ request }) => request.queries./*received*/page)
`

const { placeOf, completionsAt } = languageService('completed-document.ts', SOURCE)

test.each([
  ['path', ['/users', '/users/{user-name}']],
  ['query', ['page']],
  ['received', ['page']],
])(
  'an editor completes: %s',
  (mark, names) => {
    const matchers = ['"~standard"', 'args', 'asymmetricMatch', 'name', 'rule']
    const place = mark === 'path' ? SOURCE.indexOf('/*path*/') : placeOf(mark)
    expect(completionsAt(place).filter((name) => !matchers.includes(name))).toEqual(names)
  },
  60_000,
)
