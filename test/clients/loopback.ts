import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { certificate } from './certificate.ts'
import { listen } from './listen.ts'

/** Starts a real server that answers with the request it received; returns its origin. The server ends with the test. */
export async function loopback(protocol: 'http:' | 'https:' = 'http:'): Promise<string> {
  const answer: RequestListener = async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    const body = request.method === 'OPTIONS' ? '' : await bodyOf(request)
    response.end(JSON.stringify({ method: request.method, url: request.url, body }))
  }
  const server = protocol === 'https:' ? createSecureServer(certificate, answer) : createServer(answer)
  return `${protocol}//127.0.0.1:${await listen(server)}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
