import { HttpResponse, http } from 'msw2'
import { setupServer } from 'msw2/node'
import { testBeside } from './beside.js'

// msw 2 does not see undici.
testBeside(
  'msw 2',
  () => {
    const server = setupServer(http.get('http://other.test/users', () => HttpResponse.json('other')))
    server.listen({ onUnhandledRequest: 'bypass' })
    return () => server.close()
  },
  { clients: ['fetch', 'http'] },
)
