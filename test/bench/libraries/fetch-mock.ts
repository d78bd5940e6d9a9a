import fetchMock from 'fetch-mock'
import { type Mock, ORIGIN, paths, USERS } from '../scenario.ts'

export const mock: Mock = (scenario) => {
  fetchMock.mockGlobal()
  switch (scenario.kind) {
    case 'static':
      for (const path of paths(scenario.count)) fetchMock.get(`${ORIGIN}${path}`, { body: USERS })
      break
    case 'resolver':
      fetchMock.get(`express:${'/users/:id'}`, ({ expressParams }: { expressParams?: { id?: string } }) => ({
        body: { id: expressParams?.id },
      }))
      break
    case 'function':
      fetchMock.get(`${ORIGIN}/users`, () => ({ body: USERS }))
      break
    case 'post':
      fetchMock.post({
        url: `${ORIGIN}/users`,
        body: { role: 'admin' },
        matchPartialBody: true,
        response: { body: USERS },
      })
      break
    case 'queries':
      for (let page = 0; page < scenario.count; page++) {
        fetchMock.get({ url: `begin:${ORIGIN}/users`, query: { page: String(page) }, response: { body: USERS } })
      }
  }
  return () => fetchMock.hardReset()
}
