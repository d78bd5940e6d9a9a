import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { certificate } from './certificate.ts'

/** Starts a real server that says what it was asked, and gives its origin; it ends with the test. */
export async function loopback(protocol: 'http:' | 'https:' = 'http:'): Promise<string> {
  const answer: RequestListener = async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    const body = request.method === 'OPTIONS' ? '' : await bodyOf(request)
    response.end(JSON.stringify({ method: request.method, url: request.url, body }))
  }
  const server = protocol === 'https:' ? createSecureServer(certificate, answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
