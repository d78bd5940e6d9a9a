import { X509Certificate } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls'
import { offeredProtocols, offerProtocols, pretendReading } from '../../../runtime/hosts/node.ts'

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
 * The methods of a `TLSSocket` that clients were seen to call, and those that would end the process by a handle without a session.
 * The others return nothing.
 */
const session = (host: string) => ({
  getCipher: () => CIPHER,
  getProtocol: () => CIPHER.version,
  getPeerCertificate: (isDetailed?: boolean) => certificateOf(host, isDetailed),
  getEphemeralKeyInfo: () => ({}),
  renegotiate: () => false,
})

/** Makes a socket without a connection report a TLS session, with a certificate for its host. */
export function pretendSession(socket: TLSSocket, host: string): void {
  Object.assign(socket, session(host), { servername: isIP(host) ? false : host })
  pretendReading(socket)
}

/**
 * Returns the protocols that a client offers, without HTTP/2: nothing here reads it, so a stub could not answer the requests that
 * come later over the same connection. Returns `undefined` if the client does not offer it.
 */
export function http1Protocols(socket: Socket): string[] | undefined {
  const offered = protocolsOf(socket)
  if (!offered.includes('h2')) return undefined
  const others = offered.filter((protocol) => protocol !== 'h2')
  return others.length > 0 ? others : ['http/1.1']
}

/** Keeps a socket that is about to connect from offering HTTP/2. */
export function offerHttp1(socket: Socket): void {
  const protocols = http1Protocols(socket)
  if (!protocols) return
  const bytes = protocols.flatMap((one) => [Buffer.from([one.length]), Buffer.from(one)])
  offerProtocols(socket, Buffer.concat(bytes))
}

/** Returns the error of a failed handshake. If HTTP/2 was left out of it, and the server speaks nothing else, it says so. */
export function handshakeError(socket: object, error: Error & { readonly code?: unknown }): Error {
  if (!/no application protocol/.test(error.message) || !protocolsOf(socket).includes('h2')) return error
  const problem = 'The server speaks HTTP/2 only, and mynah offered it HTTP/1.1, since it cannot read HTTP/2'
  return Object.assign(new Error(problem, { cause: error }), { code: error.code })
}

/** Reads the protocols that a client offers as TLS writes them: each behind a byte with its length. */
function protocolsOf(socket: object): string[] {
  const list = offeredProtocols(socket)
  const protocols: string[] = []
  for (let at = 0; at < list.length; at += 1 + (list[at] as number)) {
    protocols.push(Buffer.from(list.subarray(at + 1, at + 1 + (list[at] as number))).toString('latin1'))
  }
  return protocols
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
