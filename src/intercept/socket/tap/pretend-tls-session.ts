import type { PeerCertificate, TLSSocket } from 'node:tls'

/** The methods of a `TLSSocket` that would read from its handle, which has no session. */
const METHODS = ['getCipher', 'getProtocol', 'getPeerCertificate', 'isSessionReused'] as const

const CIPHER = { name: 'TLS_AES_256_GCM_SHA384', standardName: 'TLS_AES_256_GCM_SHA384', version: 'TLSv1.3' }

/** The handle of a socket, as far as Node's own agent looks at it. */
interface Handled {
  readonly _handle?: { reading?: boolean; setALPNProtocols?(protocols: Buffer): void } | null
}

/** Makes a socket without a connection report a TLS session, with a certificate for its host. */
export function pretendSession(socket: TLSSocket & Handled, host: string): void {
  Object.assign(socket, {
    getCipher: () => CIPHER,
    getProtocol: () => CIPHER.version,
    getPeerCertificate: () => certificateOf(host),
    isSessionReused: () => false,
  } satisfies Partial<Record<(typeof METHODS)[number], unknown>>)
  // Node's agent reads from the handle of a free socket, to notice a server that sends bytes without a request. A handle that
  // was never connected cannot be read, and the agent would destroy the socket.
  if (socket._handle) socket._handle.reading = true
}

/** Removes the pretended session, before the handshake of the real one. */
export function forgetSession(socket: TLSSocket & Handled): void {
  for (const name of METHODS) Reflect.deleteProperty(socket, name)
  if (!socket._handle) return
  socket._handle.reading = false
  // A client that also offers HTTP/2 must not get an HTTP/2 connection: nothing here reads HTTP/2.
  socket._handle.setALPNProtocols?.(Buffer.from('\x08http/1.1'))
}

function certificateOf(host: string): PeerCertificate {
  const name = { CN: host } as PeerCertificate['subject']
  return {
    subject: name,
    issuer: name,
    subjectaltname: `DNS:${host}`,
    ca: false,
    valid_from: 'Jan  1 00:00:00 2000 GMT',
    valid_to: 'Dec 31 23:59:59 2099 GMT',
    serialNumber: '00',
    fingerprint: '',
    fingerprint256: '',
    fingerprint512: '',
    raw: Buffer.alloc(0),
  }
}
