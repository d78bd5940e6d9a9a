import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { testBeside } from './beside.js'

testBeside('msw 3', () => {
  const server = setupServer(http.get('http://other.test/users', () => HttpResponse.json('other')))
  server.listen({ onUnhandledRequest: 'bypass' })
  return () => server.close()
})
