import { type MynahError, RouteDefinitionError, rest, setupMocks } from 'mynah'
import { collection } from 'mynah/collection'
import { openapi } from 'mynah/openapi'

export const mocks = setupMocks([rest.get('/users', []), ...collection('/posts', [{ id: 1, title: 'Hi' }])])
export const errors: readonly MynahError[] = [new RouteDefinitionError('wrong', { cause: 1 })]
export { openapi }
