import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Mock, USERS } from '../scenario.ts'

/** No mock at all: a real server on loopback. It tells its origin by the environment, as it has a port of its own. */
export const mock: Mock = async () => {
  const server = createServer((_request, response) => {
    const body = JSON.stringify(USERS)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.BENCH_ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => server.close()
}
