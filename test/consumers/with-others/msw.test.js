import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { testBeside } from './beside.js'

// msw 3 does not answer undici by itself, so that this says nothing of it.
testBeside(
  'msw 3',
  () => {
    const server = setupServer(http.get('http://other.test/users', () => HttpResponse.json('other')))
    server.listen({ onUnhandledFrame: 'bypass' })
    return () => server.close()
  },
  { clients: ['fetch', 'http'] },
)
