import type { ClientResponse } from './client.ts'

/** A response, and what a test reads of it. */
export class Received {
  readonly status: number
  readonly statusText: ClientResponse['statusText']
  readonly headers: ClientResponse['headers']
  readonly setCookies: ClientResponse['setCookies']
  readonly bytes: Uint8Array
  readonly url: string | undefined
  readonly redirected: boolean | undefined

  constructor({ status, statusText, headers, setCookies, bytes, url, redirected }: ClientResponse) {
    this.status = status
    this.statusText = statusText
    this.headers = headers
    this.setCookies = setCookies
    this.bytes = bytes
    this.url = url
    this.redirected = redirected
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes)
  }

  get json(): unknown {
    return JSON.parse(this.text)
  }

  get seen(): [status: number, payload: unknown] {
    return [this.status, this.json]
  }

  get hex(): string {
    return Buffer.from(this.bytes).toString('hex')
  }
}
