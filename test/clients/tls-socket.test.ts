import type http from 'node:http'
import https from 'node:https'
import { createSecureContext, TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { start } from '../promises/support.ts'
import { certificate } from './certificate.ts'
import { listen } from './listen.ts'

/** The arguments of the methods that need some. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  exportKeyingMaterial: [10, 'label', Buffer.alloc(0)],
  getPeerCertificate: [true],
  renegotiate: [{}, () => {}],
  setKeyCert: [createSecureContext(certificate)],
  setMaxSendFragment: [1024],
  setSession: [Buffer.from('')],
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  constructor: 'is no method of a socket',
  enableTrace: 'prints to stderr',
  getSession: 'a mocked session cannot be resumed, and real ones come later',
  getTLSTicket: 'a mocked session cannot be resumed, and real ones come later',
  setServername: 'ends the process by an assertion on a real socket',
}

const METHODS = Object.getOwnPropertyNames(TLSSocket.prototype).filter(
  (name) => !name.startsWith('_') && !(name in LEFT_OUT),
)

/** The kind of what each method of a socket returns or throws. */
function kindsOf(socket: object): Record<string, string> {
  const kinds: Record<string, string> = {}
  for (const name of METHODS) {
    const method: unknown = Reflect.get(socket, name)
    if (typeof method === 'function') kinds[name] = kindOf(() => method.apply(socket, ARGUMENTS[name] ?? []))
  }
  return kinds
}

function kindOf(call: () => unknown): string {
  try {
    const result = call()
    return result === undefined || result === null ? String(result) : result.constructor.name
  } catch (error) {
    return String(error)
  }
}

/** Looks at the socket of a response while it is connected. */
function atResponse<Result>(url: string, look: (socket: TLSSocket) => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    const request = https.get(url, { ca: certificate.cert, agent: false }, (response) => {
      resolve(look(response.socket as TLSSocket))
      response.resume()
    })
    request.on('error', reject)
  })
}

test('getEphemeralKeyInfo() on a mocked TLS socket ends the process, and clients read no session', async () => {
  const server = https.createServer(certificate, (_request, response) => response.end())
  const port = await listen(server as unknown as http.Server)
  const real = await atResponse(`https://localhost:${port}/`, kindsOf)
  start([rest.get('https://api.test/', [])])
  const mocked = await atResponse('https://api.test/', kindsOf)
  for (const name of ['getCipher', 'getPeerCertificate', 'getProtocol']) expect(mocked[name]).toBe(real[name])
})

test('the certificate of a mocked TLS socket names no address', async () => {
  start([rest.all(/.*/, [])])
  for (const [host, altName] of [
    ['api.test', 'DNS:api.test'],
    ['127.0.0.1', 'IP Address:127.0.0.1'],
  ]) {
    const { subject, subjectaltname } = await atResponse(`https://${host}/`, (socket) => socket.getPeerCertificate())
    expect([subject.CN, subjectaltname]).toEqual([host, altName])
  }
})
