import { decodeBody } from './decode.ts'
import { isEmpty, parseBody, toBytes, toText } from './parse-body.ts'
import type { PlainRequest } from './plain-request.ts'

type ReadBytes = PlainRequest['readBody']

/** The body of a request. It is read once, when somebody first needs it. */
export class RequestBody {
  /** Whether the client sent a body that is read from it: it is not known from the start. */
  readonly isReadable: boolean
  /** Reads the body; `undefined` if there is none, or if it is known. It holds the client's request. */
  #read: ReadBytes
  /** The body as sent: a text is known from the start, bytes are known after `read`. */
  #sent: ArrayBuffer | string | undefined
  /** The body without its content encodings. */
  #decoded: ArrayBuffer | undefined
  #reading: Promise<void> | undefined
  #isStreamed = false

  constructor(text: string | undefined, read: ReadBytes) {
    this.#sent = text
    this.#read = read
    this.isReadable = read !== undefined
  }

  /** The body as sent; `undefined` if there is none, or if it has not been read. */
  get sent(): ArrayBuffer | string | undefined {
    return this.#sent
  }

  /** Whether `read` has still to be called. */
  get unread(): boolean {
    return this.#read !== undefined && this.#sent === undefined && !this.#isStreamed
  }

  /** Leaves the body to be streamed to the network: nobody needs it here, and it stays unknown. */
  stream(): void {
    this.#isStreamed = true
  }

  /** Reads the body, once. `encodings` is the request's `content-encoding`. */
  read(encodings: string | undefined): Promise<void> {
    if (!this.#read || !this.unread) return Promise.resolve()
    this.#reading ??= this.#readAll(this.#read, encodings)
    return this.#reading
  }

  async #readAll(read: NonNullable<ReadBytes>, encodings: string | undefined): Promise<void> {
    const bytes = await read()
    if (encodings) this.#decoded = await decodeBody(bytes, encodings)
    this.#sent = bytes
    this.#read = undefined
  }

  /** Parses the body by its content type, anew at each call; `undefined` if it is not known. */
  parse(type = ''): unknown {
    const body = this.#decoded ?? this.#sent
    return body === undefined ? undefined : parseBody(body, type)
  }

  /** Returns the body as text, whatever its content type; `undefined` if it is empty or not known. */
  text(type = ''): string | undefined {
    const body = this.#decoded ?? this.#sent
    return body === undefined || isEmpty(body) ? undefined : toText(body, type)
  }

  /** The bytes without their content encodings; `undefined` if the body is empty or not known. */
  get bytes(): Uint8Array | undefined {
    const body = this.#decoded ?? this.#sent
    return body === undefined || isEmpty(body) ? undefined : toBytes(body)
  }
}
