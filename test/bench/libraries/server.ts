import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate } from '../../clients/certificate.ts'
import { type Mock, USERS } from '../scenario.ts'

/** No mock at all: a real server on loopback. Its origin is in the environment, since it has its own port. */
export const mock: Mock = async (scenario) => {
  const isSecure = scenario.kind === 'static' && scenario.isSecure
  const answer: RequestListener = (_request, response) => {
    const body = JSON.stringify(USERS)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  }
  const server = isSecure ? createSecureServer(certificate, answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.BENCH_ORIGIN = `${isSecure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => server.close()
}
