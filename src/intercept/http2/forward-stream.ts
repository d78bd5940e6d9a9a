import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { NO_DATE } from '../../runtime/hosts/node.ts'
import { isOpen, type StreamEnds } from './sent-stream.ts'

/** The code of a stream that is not needed any more (RFC 9113, section 7). */
const CANCEL = 8

/** The flag of a frame that ends its stream. */
const END_STREAM = 1

/**
 * Lets a real stream answer a mocked one, whose body has been read: its informational headers, its head, its body and its
 * trailers. The client's abort reaches the network, and the network's error the client.
 */
export function forwardStream(real: ClientHttp2Stream, { arrived, sent }: StreamEnds, body = new ArrayBuffer(0)): void {
  let trailers: IncomingHttpHeaders = {}
  // What is on its way from the network may come after the client's abort.
  real.on('headers', (headers) => {
    if (isOpen(arrived)) arrived.additionalHeaders(headers)
  })
  real.on('response', (headers, flags) => {
    if (!isOpen(arrived)) return
    const endStream = (flags & END_STREAM) !== 0
    arrived.respond(headers, { endStream, waitForTrailers: !endStream, ...NO_DATE })
    if (!endStream) real.pipe(arrived)
  })
  real.on('trailers', (headers) => {
    trailers = headers
  })
  arrived.on('wantTrailers', () => arrived.sendTrailers(trailers))
  real.once('error', (error: NodeJS.ErrnoException) => {
    // The client's own stream makes the same error of the code that it is reset with.
    if (error.code !== 'ERR_HTTP2_STREAM_ERROR') sent.destroy(error)
  })
  real.once('close', () => {
    if (real.rstCode) arrived.close(real.rstCode)
  })
  sent.once('close', () => {
    if (!real.closed) real.close(CANCEL)
  })
  if (!real.writableEnded) real.end(new Uint8Array(body))
}
