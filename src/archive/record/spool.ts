import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WrittenBody } from '../write-response.ts'

/** A body up to this size is held in memory; the rest goes to a temporary file. */
export const MOST_IN_MEMORY = 8 * 1024 * 1024

/** How many bytes are read from the file at once. A multiple of 3, which base64 encodes without padding. */
const PIECE = 3 * 64 * 1024

/** Collects a body of any size within bounded memory. */
export class Spool {
  size = 0
  /** Whether all bytes so far are UTF-8. */
  #isText = true
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #chunks: Uint8Array[] = []
  #file: { readonly descriptor: number; readonly folder: string } | undefined

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength
    this.#check(chunk)
    if (!this.#file && this.size <= MOST_IN_MEMORY) {
      this.#chunks.push(chunk.slice())
      return
    }
    const { descriptor } = this.#open()
    writeSync(descriptor, chunk)
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
    for (const chunk of this.#chunks) writeSync(this.#file.descriptor, chunk)
    this.#chunks = []
    return this.#file
  }
}
