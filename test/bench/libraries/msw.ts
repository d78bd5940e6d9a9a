import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { type Mock, ORIGIN, paths, type Scenario, USERS } from '../scenario.ts'

export const mock: Mock = (scenario) => {
  const server = setupServer(...handlers(scenario))
  server.listen({ onUnhandledFrame: 'error' })
  return () => server.close()
}

function handlers(scenario: Scenario) {
  switch (scenario.kind) {
    case 'static':
      return paths(scenario.count).map((path) => http.get(`${ORIGIN}${path}`, () => HttpResponse.json(USERS)))
    case 'resolver':
      return [http.get(`${ORIGIN}/users/:id`, ({ params }) => HttpResponse.json({ id: params.id }))]
    case 'post':
      return [
        http.post(`${ORIGIN}/users`, async ({ request }) => {
          const body = (await request.clone().json()) as { role: string }
          return body.role === 'admin' ? HttpResponse.json(USERS) : undefined
        }),
      ]
    case 'queries':
      return Array.from({ length: scenario.count }, (_, page) =>
        http.get(`${ORIGIN}/users`, ({ request }) =>
          new URL(request.url).searchParams.get('page') === String(page) ? HttpResponse.json(USERS) : undefined,
        ),
      )
  }
}
