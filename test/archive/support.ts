import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** An entry as tools write it, with what a test says of it. */
export interface EntryShape {
  readonly method?: string
  readonly url: string
  readonly status?: number
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  readonly postData?: object
  readonly content?: object | null
  /** In place of the whole response. */
  readonly response?: object | null
  readonly more?: object
}

/** Makes an entry of an archive. */
function entryOf({ method = 'GET', url, status = 200, headers, postData, content, more, response }: EntryShape) {
  const json = { size: 2, mimeType: 'application/json', text: '{}' }
  const answer = {
    status,
    headers: headers ?? [{ name: 'Content-Type', value: 'application/json' }],
    ...(content !== null && { content: content ?? json }),
  }
  return {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: { method, url, headers: [], ...(postData && { postData }) },
    response: response === undefined ? answer : response,
    ...more,
  }
}

/** Makes an archive of entries. */
export function archiveOf(...entries: readonly EntryShape[]) {
  return { log: { version: '1.2', creator: { name: 'test', version: '1' }, entries: entries.map(entryOf) } }
}

/** The part of an answer that a test compares. */
export interface Seen {
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
}

/** Asks by fetch, redirects not followed. */
export async function askFetch(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Seen> {
  const response = await fetch(url, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })
  return {
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

type Requester = (url: string, options: RequestOptions, callback: (message: IncomingMessage) => void) => ClientRequest

/** Asks by `node:http`, or `node:https`. */
export async function askHttp(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Seen> {
  const request: Requester = url.startsWith('https:') ? httpsRequest : httpRequest
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, ...length } }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  const all = Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(', ')] as const)
  const { statusCode: status = 0, statusMessage: statusText = '' } = message
  return { status, statusText, headers: Object.fromEntries(all), bytes: Buffer.concat(chunks) }
}
