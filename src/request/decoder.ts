import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream'
import zlib from 'node:zlib'
import { UNDICI_VERSION } from '../runtime/environment.ts'
import { type ByteSource, type Decoder, readAll } from './bytes.ts'

const { constants } = zlib

// As undici has them: a body that is cut off is decoded as far as it goes.
const SYNC = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const createGunzip = (options: zlib.ZlibOptions) => zlib.createGunzip(options)

const DECODERS: Readonly<Record<string, (options: zlib.ZlibOptions) => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: (options) => new AnyInflate(options),
  br: () => zlib.createBrotliDecompress(BROTLI),
  // Node 20 has none. Node 22 may have one, but its fetch leaves such a body as it is.
  ...(zlib.createZstdDecompress && (UNDICI_VERSION ?? 7) >= 7 && { zstd: () => zlib.createZstdDecompress() }),
}

/** Inflates a body with the header of zlib or without: servers send both as `deflate`. */
class AnyInflate extends Transform {
  readonly #options: zlib.ZlibOptions
  #inflate: zlib.Inflate | zlib.InflateRaw | undefined

  constructor(options: zlib.ZlibOptions) {
    super()
    this.#options = options
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    this.#inflate ??= this.#create(chunk)
    this.#inflate.write(chunk, encoding, done)
  }

  override _flush(done: TransformCallback): void {
    if (this.#inflate) this.#inflate.once('end', done).end()
    else done()
  }

  /** The method of zlib's header is 8 (RFC 1950, section 2.2). */
  #create([first = 0]: Buffer): zlib.Inflate | zlib.InflateRaw {
    const create = (first & 0x0f) === 8 ? zlib.createInflate : zlib.createInflateRaw
    const inflate = create(this.#options)
    inflate.on('data', (chunk) => this.push(chunk))
    inflate.on('error', (error) => this.destroy(error))
    return inflate
  }
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
