import { pipeline, Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { UNDICI_VERSION } from '../runtime/environment.ts'
import { type ByteSource, type Decoder, readAll } from './bytes.ts'

const { constants, createGunzip } = zlib

// As undici has them: a body that is cut off is decoded as far as it goes.
const SYNC = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const DECODERS: Readonly<Record<string, (options: zlib.ZlibOptions) => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createAnyInflate,
  br: () => zlib.createBrotliDecompress(BROTLI),
  // Node 20 has none. Node 22 may have one, but its fetch leaves such a body as it is.
  ...(zlib.createZstdDecompress && (UNDICI_VERSION ?? 7) >= 7 && { zstd: () => zlib.createZstdDecompress() }),
}

/** Inflates a body with the header of zlib or without: servers send both as `deflate`. */
function createAnyInflate(options: zlib.ZlibOptions): Transform {
  let inflate: zlib.Inflate | zlib.InflateRaw | undefined
  return new Transform({
    transform(chunk: Buffer, encoding, done) {
      if (!inflate) {
        // The method of zlib's header is 8 (RFC 1950, section 2.2).
        const create = ((chunk[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate : zlib.createInflateRaw
        inflate = create(options)
        inflate.on('data', (data) => this.push(data)).on('error', (error) => this.destroy(error))
      }
      inflate.write(chunk, encoding, done)
    },
    flush(done) {
      if (inflate) inflate.once('end', done).end()
      else done()
    },
  })
}

/** Decodes a body as Node's fetch does. */
export const decodeContent: Decoder = (body, encodings, isStrict = false) => {
  // One encoding that is unknown, and fetch decodes none.
  if (!encodings.every((encoding) => Object.hasOwn(DECODERS, encoding))) return undefined
  const transforms = encodings.map((encoding) => DECODERS[encoding]?.(isStrict ? {} : SYNC) as Transform)
  // Not `Readable.fromWeb`, which in a page takes no stream of another class than Node's.
  const chunks = Readable.from({ [Symbol.asyncIterator]: () => readAll(body) })
  const decoded = pipeline([chunks, ...transforms], () => {}) as unknown as Readable
  const results = decoded[Symbol.asyncIterator]()
  return {
    read: () => results.next() as ReturnType<ByteSource['read']>,
    async cancel() {
      decoded.destroy()
    },
  }
}
