import nock from 'nock'
import { type Mock, ORIGIN, paths, USERS } from '../scenario.ts'

export const mock: Mock = (scenario) => {
  const scope = nock(ORIGIN).persist()
  switch (scenario.kind) {
    case 'static':
      for (const path of paths(scenario.count)) scope.get(path).reply(200, USERS)
      break
    case 'resolver':
      scope
        .get((uri) => uri.startsWith('/users/'))
        .reply(200, (request: Request) => ({ id: request.url.split('/').at(-1) }))
      break
    case 'post':
      scope.post('/users', (body: { role: string }) => body.role === 'admin').reply(200, USERS)
      break
    case 'queries':
      for (let page = 0; page < scenario.count; page++)
        scope
          .get('/users')
          .query({ page: String(page) })
          .reply(200, USERS)
  }
  return () => {
    nock.cleanAll()
    nock.restore()
  }
}
