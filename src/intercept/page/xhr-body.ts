import { parsedJson } from '../../core/json.ts'
import { concatBytes } from '../../request/bytes.ts'
import { textDecoderOf } from '../../request/decode.ts'

/** The received part of a mocked body, in the types that an XMLHttpRequest returns. */
export class XhrBody {
  size = 0
  text = ''
  /** The MIME type in lower case, without its parameters. */
  readonly #essence: string
  readonly #decoder: TextDecoder
  readonly #chunks: Uint8Array<ArrayBuffer>[] = []
  #made: { readonly value: unknown } | undefined

  constructor(type: string) {
    this.#essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    this.#decoder = textDecoderOf(type)
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.#chunks.push(chunk)
    this.size += chunk.byteLength
    this.text += this.#decoder.decode(chunk, { stream: true })
  }

  end(): void {
    this.text += this.#decoder.decode()
  }

  /** Returns the whole body as another type than text: the same object each time, `null` if the body is not of that type. */
  as(type: XMLHttpRequestResponseType): unknown {
    this.#made ??= { value: this.#make(type) }
    return this.#made.value
  }

  #make(type: XMLHttpRequestResponseType): unknown {
    if (type === 'blob') return new Blob(this.#chunks, { type: this.#essence })
    if (type === 'arraybuffer') return concatBytes(this.#chunks).buffer
    if (type === 'json') return parsedJson(new TextDecoder().decode(concatBytes(this.#chunks))) ?? null
    const isXml = /[/+]xml$/.test(this.#essence)
    // HTML is parsed only for the `responseType` "document" (XMLHttpRequest Standard, document response).
    if (this.size === 0 || !(isXml || (type === 'document' && this.#essence === 'text/html'))) return null
    const parsed = new DOMParser().parseFromString(this.text, isXml ? 'application/xml' : 'text/html')
    return isXml && parsed.querySelector('parsererror') ? null : parsed
  }
}
