import type { RequestListener } from 'node:http'
import { expect } from 'vitest'
import { rest, type Stub, text } from '../../src/entries/index.ts'
import { onBoth } from './oracle.ts'

/* The same call of fetch against a real server and against mynah. */

/** The comparable parts of an error of a real or a mocked fetch. */
export interface SeenError {
  readonly name: string
  readonly message: string
  readonly cause?: string
}

/** Describes an error; of its cause the name, or the code. */
export function seenError(error: unknown): SeenError {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  return { name, message, ...(cause !== undefined && { cause: cause.code ?? cause.name }) }
}

/** The comparable parts of a response, or of the error instead. */
export async function seenFetch(origin: string, fetching: Promise<Response> | (() => Promise<Response>)) {
  try {
    const response = await (typeof fetching === 'function' ? fetching() : fetching)
    const { status, statusText, type, redirected } = response
    const url = response.url.replace(origin, '')
    const head = { status, statusText, type, redirected, url, own: Object.keys(response) }
    return await response.text().then(
      (body) => ({ ...head, body }),
      (error) => ({ ...head, bodyError: seenError(error) }),
    )
  } catch (error) {
    return { error: seenError(error) }
  }
}

export const echo = {
  server: (async (request, response) => {
    let body = ''
    try {
      for await (const chunk of request) body += chunk
    } catch {
      // The client has hung up.
    }
    response.end(JSON.stringify([request.method, plain(body), typeOf(request.headers['content-type'])]))
  }) satisfies RequestListener,
  routes: [
    rest.all('/echo', ({ request: { method, headers, text: body = '' } }) =>
      text(JSON.stringify([method, plain(body), typeOf(headers['content-type'])])),
    ),
  ],
}

/** A body without its boundary, which is random. */
function plain(body: string): string {
  return body.replace(/-{4,}[\w-]*\d{8,}[\w-]*/g, '--edge')
}

/** A content type without its boundary, which is random. */
export function typeOf(type = ''): string {
  return type.replace(/boundary=.*/, 'boundary')
}

/** Makes the same call against a real server and against mocks; returns what the mocks’ client saw. */
export async function compareCall(call: (origin: string) => Promise<Response>, { server, routes }: Answering = echo) {
  const { real, mocked } = await onBoth({ server, routes, client: (origin) => seenFetch(origin, () => call(origin)) })
  expect(mocked).toEqual(real)
  return mocked
}

/** A server and mocks that answer alike. */
export interface Answering {
  readonly server: RequestListener
  readonly routes: readonly Stub[]
}

/** A server and a stub that answer with the same bytes. */
export function answering(bytes: Uint8Array | string, headers: Record<string, string> = {}): Answering {
  const body = Buffer.from(bytes)
  return {
    server: (_request, response) => response.writeHead(200, headers).end(body),
    routes: [rest.get('/file', new Uint8Array(body), { headers })],
  }
}
