import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls'

/** Taken at import: fake timers that a runner installs later would never call back. */
const { nextTick } = process

/** A certificate in its text form, of a key that nobody has. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBCTCBsAIBATAKBggqhkjOPQQDAjAQMQ4wDAYDVQQDDAVteW5haDAgFw0wMDAx
MDEwMDAwMDBaGA8yMDk5MTIzMTIzNTk1OVowEDEOMAwGA1UEAwwFbXluYWgwWTAT
BgcqhkjOPQIBBggqhkjOPQMBBwNCAAQte1w2hQjXGh7XUseXDDYUMpH+nGmIcqxl
YJF3U6FhU/kJMqRFmxtYOTfkhCinFYRPUJXCEmnoD8532DVz1UVOMAoGCCqGSM49
BAMCA0gAMEUCIA7maZzbS4psyHjLbf9BwnB0n3CMtrsklt/C0dhkoPWRAiEAvywL
oDFNZdwFAdvofzn/NWEdcXKi55KQk8WDWeaZTx0=
-----END CERTIFICATE-----`

const CIPHER = { name: 'TLS_AES_256_GCM_SHA384', standardName: 'TLS_AES_256_GCM_SHA384', version: 'TLSv1.3' }

/**
 * The methods of a `TLSSocket` that read a session from its handle. A handle without a session returns nothing, or ends the
 * process by a segmentation fault.
 */
const session = (host: string) => ({
  getCipher: () => CIPHER,
  getProtocol: () => CIPHER.version,
  getEphemeralKeyInfo: () => ({ type: 'ECDH', name: 'X25519', size: 253 }),
  getPeerCertificate: (isDetailed?: boolean) => certificateOf(host, isDetailed),
  getPeerX509Certificate: () => x509Of(host),
  getFinished: () => Buffer.alloc(48),
  getPeerFinished: () => Buffer.alloc(48),
  exportKeyingMaterial: (length: number) => Buffer.alloc(length),
  isSessionReused: () => false,
  renegotiate(_options: unknown, callback?: (error: Error) => void) {
    if (callback) nextTick(callback, new Error('TLS 1.3 has no renegotiation'))
    return false
  },
})

/** The handle of a socket, as far as Node's own agent looks at it, and the options of its connection. */
interface WithHandle {
  readonly _tlsOptions?: { readonly ALPNProtocols?: Uint8Array }
  readonly _handle?: { reading?: boolean; setALPNProtocols?(protocols: Buffer): void } | null
}

/** Makes a socket without a connection report a TLS session, with a certificate for its host. */
export function pretendSession(socket: TLSSocket & WithHandle, host: string): void {
  Object.assign(socket, session(host), { servername: isIP(host) ? false : host })
  // Node's agent reads from the handle of a free socket, to notice a server that sends bytes without a request. A handle that
  // was never connected cannot be read, and the agent would destroy the socket.
  if (socket._handle) socket._handle.reading = true
}

/** Removes the pretended session, before the handshake of the real one. */
export function forgetSession(socket: TLSSocket & WithHandle): void {
  for (const name of Object.keys(session(''))) Reflect.deleteProperty(socket, name)
  if (!socket._handle) return
  socket._handle.reading = false
  // A client that also offers HTTP/2 must not get an HTTP/2 connection: nothing here reads HTTP/2, so a stub could not answer the
  // requests that come later over it.
  const offered = protocolsOf(socket)
  if (!offered.includes('h2')) return
  const others = offered.filter((protocol) => protocol !== 'h2')
  const list = others.length > 0 ? others : ['http/1.1']
  socket._handle.setALPNProtocols?.(Buffer.concat(list.flatMap((one) => [Buffer.from([one.length]), Buffer.from(one)])))
}

/** Returns the error of a failed handshake. If HTTP/2 was left out of it, and the server speaks nothing else, it says so. */
export function handshakeError(socket: object, error: Error & { readonly code?: unknown }): Error {
  if (!/no application protocol/.test(error.message) || !protocolsOf(socket).includes('h2')) return error
  const problem = 'The server speaks HTTP/2 only, and mynah offered it HTTP/1.1, since it cannot read HTTP/2'
  return Object.assign(new Error(problem, { cause: error }), { code: error.code })
}

/** Reads the protocols that a client offers as TLS writes them: each behind a byte with its length. */
function protocolsOf(socket: WithHandle): string[] {
  const list = socket._tlsOptions?.ALPNProtocols ?? new Uint8Array()
  const protocols: string[] = []
  for (let at = 0; at < list.length; at += 1 + (list[at] as number)) {
    protocols.push(Buffer.from(list.subarray(at + 1, at + 1 + (list[at] as number))).toString('latin1'))
  }
  return protocols
}

/** Returns a certificate for a host. */
function x509Of(host: string): X509Certificate {
  const certificate = new X509Certificate(CERTIFICATE)
  const isHost = (name: string) => (name === host ? name : undefined)
  const named = {
    subject: `CN=${host}`,
    issuer: `CN=${host}`,
    subjectAltName: altNameOf(host),
    checkHost: isHost,
    checkIP: isHost,
  }
  for (const [name, value] of Object.entries(named)) Object.defineProperty(certificate, name, { value })
  return certificate
}

function certificateOf(host: string, isDetailed = false): PeerCertificate {
  const name = { CN: host } as PeerCertificate['subject']
  const certificate: Partial<DetailedPeerCertificate> = {
    ...new X509Certificate(CERTIFICATE).toLegacyObject(),
    subject: name,
    issuer: name,
    subjectaltname: altNameOf(host),
  }
  if (isDetailed) certificate.issuerCertificate = certificate as DetailedPeerCertificate
  return certificate as PeerCertificate
}

function altNameOf(host: string): string {
  return `${isIP(host) ? 'IP Address' : 'DNS'}:${host}`
}
