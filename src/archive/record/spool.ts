import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textDecoderOf } from '../../request/decode.ts'
import type { WrittenBody } from '../write-response.ts'

/** A body up to this size is held in memory; the rest goes to a temporary file. */
export const MOST_IN_MEMORY = 8 * 1024 * 1024

/** How many bytes are read from the file at once. A multiple of 3, which base64 encodes without padding. */
const PIECE = 3 * 64 * 1024

/** Whether a byte is the same character in every charset. An escape (0x1b) begins other characters in ISO-2022. */
function isAscii(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** Collects a body of any size within bounded memory. */
export class Spool {
  size = 0
  /** Whether all bytes so far are UTF-8. */
  #isText = true
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** Whether the body is of another charset. Only its ASCII characters are then the same in UTF-8. */
  readonly #isForeign: boolean
  #chunks: Uint8Array[] = []
  #file: { readonly descriptor: number; readonly folder: string } | undefined

  /** `type` is the content type of the body. */
  constructor(type: string) {
    this.#isForeign = textDecoderOf(type).encoding !== 'utf-8'
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength
    this.#check(chunk)
    if (!this.#file && this.size <= MOST_IN_MEMORY) {
      this.#chunks.push(chunk.slice())
      return
    }
    const { descriptor } = this.#open()
    writeFileSync(descriptor, chunk)
  }

  /** Whether the whole body is UTF-8. Call it after the last chunk. */
  get isText(): boolean {
    this.#check(undefined)
    return this.#isText
  }

  get isLarge(): boolean {
    return this.#file !== undefined
  }

  /** Returns the whole body, in memory. */
  bytes(): Buffer {
    return Buffer.concat([...this.pieces()])
  }

  /** Returns the whole body as an archive has it. */
  content(): WrittenBody {
    const { size } = this
    if (size === 0) return { size }
    const bytes = this.bytes()
    return this.isText ? { size, text: bytes.toString() } : { size, text: bytes.toString('base64'), encoding: 'base64' }
  }

  /** Returns the whole body, piece by piece. */
  *pieces(): Generator<Uint8Array> {
    if (!this.#file) {
      yield* this.#chunks
      return
    }
    const { descriptor } = this.#file
    for (let position = 0; position < this.size; position += PIECE) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, this.size - position))
      for (let end = 0; end < piece.byteLength; ) {
        end += readSync(descriptor, piece, end, piece.byteLength - end, position + end)
      }
      yield piece
    }
  }

  /** Deletes the temporary file. */
  close(): void {
    this.#chunks = []
    if (!this.#file) return
    closeSync(this.#file.descriptor)
    rmSync(this.#file.folder, { recursive: true, force: true })
    this.#file = undefined
  }

  #check(chunk: Uint8Array | undefined): void {
    if (!this.#isText) return
    if (this.#isForeign && chunk?.some((byte) => !isAscii(byte))) this.#isText = false
    try {
      this.#decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      this.#isText = false
    }
  }

  #open(): { readonly descriptor: number } {
    if (this.#file) return this.#file
    const folder = mkdtempSync(join(tmpdir(), 'mynah-body-'))
    this.#file = { descriptor: openSync(join(folder, 'body'), 'w+'), folder }
    for (const chunk of this.#chunks) writeFileSync(this.#file.descriptor, chunk)
    this.#chunks = []
    return this.#file
  }
}
