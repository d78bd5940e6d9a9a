import { MynahError } from './core/errors.ts'
import type { Body, Chunk, Chunks, HeaderList, NativeBody } from './core/reply.ts'

/** The head of a response and its body: what is left to do is to make the platform's `Response` of it. */
export interface Content {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Body
}

/** Statuses whose responses have no body (Fetch Standard, null body status). */
const BODILESS = new Set([204, 205, 304])

/** Makes the `Response` of a reply, a new one for each request; without its body for a HEAD request. */
export function writeResponse({ status, headers, body }: Content, method: string): Response {
  const bodiless = method === 'HEAD' || BODILESS.has(status)
  switch (body.kind) {
    case 'empty':
      return new Response(null, { status, headers: withDefaults(headers, undefined, emptyLength(status, method)) })
    case 'text': {
      const bytes = new TextEncoder().encode(body.text)
      return new Response(bodiless ? null : bytes, {
        status,
        headers: withDefaults(headers, body.type, bytes.byteLength),
      })
    }
    case 'native':
      return writeNative(body.value, status, headers, bodiless)
    case 'stream':
      return new Response(bodiless ? null : toStream(body.chunks), {
        status,
        headers: withDefaults(headers, body.type, undefined),
      })
    case 'replay':
      return new Response(bodiless ? null : replay(body.stream), {
        status,
        headers: withDefaults(headers, undefined, undefined),
      })
    case 'response':
      return copyResponse(body.response, method)
  }
}

/** A 205 says that nothing follows (RFC 9110, section 15.3.6); a 204 and a 304 do not. */
function emptyLength(status: number, method: string): number | undefined {
  return method === 'HEAD' || status === 204 || status === 304 ? undefined : 0
}

function writeNative(value: NativeBody, status: number, headers: HeaderList, bodiless: boolean): Response {
  // The platform knows the content type of a Blob, and the boundary of a form.
  const typed = new Response(value)
  const type = typed.headers.get('content-type') ?? undefined
  const size = sizeOf(value)
  return new Response(bodiless ? null : typed.body, { status, headers: withDefaults(headers, type, size) })
}

/** By what they have, since they may come from another realm, as in Jest. A form's size is known to its encoder alone. */
function sizeOf(value: NativeBody): number | undefined {
  if (ArrayBuffer.isView(value)) return value.byteLength
  return typeof value === 'object' && 'size' in value ? (value.size as number) : undefined
}

/** A copy for one request, without its body for a HEAD request: a `Response` can be read once only. */
export function copyResponse(response: Response, method: string): Response {
  const { status, statusText, headers, body } = response
  const bodiless = body === null || method === 'HEAD' || BODILESS.has(status)
  return new Response(bodiless ? null : replay(body, response), {
    status,
    statusText,
    headers,
  })
}

/** A type and a length, where the stub's own headers do not have them. A list is cheaper than `Headers`, each time. */
function withDefaults(headers: HeaderList, type: string | undefined, length: number | undefined): [string, string][] {
  const result = headers.map(([name, value]): [string, string] => [name, value])
  const has = (wanted: string) => headers.some(([name]) => name === wanted)
  if (type !== undefined && !has('content-type')) result.push(['content-type', type])
  if (length !== undefined && !has('content-length') && !has('transfer-encoding')) {
    result.push(['content-length', String(length)])
  }
  return result
}

/** Gives the chunks of an iterable one by one, each when the client asks for it. */
function toStream(chunks: Chunks): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(toBytes(value))
    },
    async cancel(reason) {
      await iterator.return?.(reason)
    },
  })
}

function toBytes(chunk: Chunk): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  if (Object.prototype.toString.call(chunk) === '[object ArrayBuffer]') return new Uint8Array(chunk)
  throw new MynahError('STREAM', `A chunk of a stream is a string or bytes, not ${typeof chunk}`)
}

/** What has been read of a stream so far, for those who come later. */
interface Recording {
  readonly chunks: Uint8Array[]
  next: (() => Promise<boolean>) | undefined
}

const recordings = new WeakMap<object, Recording>()

/** Reads a stream once and gives it to any number of requests, each chunk as soon as it has come. */
function replay(stream: ReadableStream<Uint8Array>, owner: object = stream): ReadableStream<Uint8Array> {
  const recording = recordings.get(owner) ?? startRecording(stream)
  recordings.set(owner, recording)
  let position = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (position >= recording.chunks.length) {
        if (!recording.next || !(await recording.next())) {
          controller.close()
          return
        }
      }
      controller.enqueue((recording.chunks[position++] as Uint8Array).slice())
    },
  })
}

function startRecording(stream: ReadableStream<Uint8Array>): Recording {
  const reader = stream.getReader()
  const recording: Recording = { chunks: [], next: undefined }
  let reading: Promise<boolean> | undefined
  recording.next = () => {
    reading ??= reader.read().then(({ done, value }) => {
      if (done) recording.next = undefined
      else recording.chunks.push(toBytes(value))
      reading = undefined
      return !done
    })
    return reading
  }
  return recording
}
