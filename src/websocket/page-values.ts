import { copyBytes } from '../core/match/bytes.ts'
import { bodyClassOf } from '../core/type-guards.ts'
import { readBlob } from '../request/bytes.ts'
import { isReason, isToken } from './frame-values.ts'

/** What a page's WebSocket sends. */
export type SentData = string | Blob | Uint8Array

/** Reads a message as the class does: what is neither bytes nor a Blob is sent as its text. */
export function toSent(data: unknown): SentData {
  const isBlob = ['Blob', 'File'].includes(bodyClassOf(data) ?? '')
  return isBlob ? (data as Blob) : (copyBytes(data) ?? String(data))
}

export function sizeOf(sent: SentData): number {
  return typeof sent === 'string'
    ? new TextEncoder().encode(sent).byteLength
    : 'size' in sent
      ? sent.size
      : sent.byteLength
}

export function bytesOf(sent: SentData): string | Uint8Array | Promise<Uint8Array> {
  const isReady = typeof sent === 'string' || ArrayBuffer.isView(sent)
  return isReady ? sent : readBlob(sent).then((buffer) => new Uint8Array(buffer))
}

/** Whether a page's WebSocket takes these subprotocols. */
export function isProtocols(protocols: readonly string[]): boolean {
  return protocols.every(isToken) && new Set(protocols).size === protocols.length
}

/** @throws {DOMException} for a code or a reason that a page's WebSocket refuses. */
export function checkPageClose(code: number | undefined, reason: string): void {
  const isCode = code === undefined || code === 1000 || (code >= 3000 && code <= 4999)
  const problem = `The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`
  if (!isCode) throw new DOMException(problem, 'InvalidAccessError')
  if (!isReason(reason))
    throw new DOMException('The close reason must not be greater than 123 UTF-8 bytes.', 'SyntaxError')
}
