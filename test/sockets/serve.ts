import http from 'node:http'
import https from 'node:https'
import { certificate } from '../clients/certificate.ts'
import type { Recorder } from './compare.ts'

export interface Served {
  readonly origin: string
  readonly port: number
  readonly server: http.Server
}

/** Starts a real HTTP server that lasts as long as an exchange. */
export async function serve(recorder: Recorder, handle: http.RequestListener, secure = false): Promise<Served> {
  const server = secure ? https.createServer(certificate, handle) : http.createServer(handle)
  server.on('connection', (socket) => socket.on('error', () => {}))
  const port = await recorder.bind(server)
  return { origin: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`, port, server }
}

/** Starts a real proxy that refuses every tunnel. */
export async function serveRefusals(recorder: Recorder): Promise<Served> {
  const proxy = await serve(recorder, () => {})
  proxy.server.on('connect', (_request, socket) => {
    socket.end('HTTP/1.1 407 Who are you\r\ncontent-length: 0\r\n\r\n')
  })
  return proxy
}

/** The two protocols, with the module that speaks each. */
export const PROTOCOLS = [
  { name: 'http', secure: false, client: http },
  { name: 'https', secure: true, client: https },
] as const
