import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2, createSecureServer as createSecureHttp2 } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import { certificate } from './certificate.ts'
import { listen } from './listen.ts'

type Protocol = 'http:' | 'https:'

/** Starts a real server that answers with the request it received; returns its origin. The server ends with the test. */
export async function loopback(protocol: Protocol = 'http:'): Promise<string> {
  const server = protocol === 'https:' ? createSecureServer(certificate, answer) : createServer(answer)
  return `${protocol}//127.0.0.1:${await listen(server)}`
}

/** The same, of a server that speaks HTTP/2. */
export async function http2Loopback(protocol: Protocol): Promise<string> {
  const server = protocol === 'https:' ? createSecureHttp2(certificate) : createHttp2()
  // Its compatibility API has the same methods.
  server.on('request', answer as never)
  return `${protocol}//127.0.0.1:${await listen(server)}`
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  const body = request.method === 'OPTIONS' ? '' : await bodyOf(request)
  response.end(JSON.stringify({ method: request.method, url: request.url, body }))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
