import type { Request, Route } from '@playwright/test'
import { senderUrlOf } from './page-request.ts'
import { readReady, readWhole } from './ready-body.ts'
import type { StreamPort } from './stream-port.ts'

/** An answer to a page: the last response of a chain of redirects, and the cookies of all of them. */
export interface PageAnswer {
  readonly response: Response
  readonly cookies: readonly string[]
}

/** Sends an answer: a stream chunk by chunk if `port` can carry it, anything else whole. */
export async function sendAnswer(
  route: Route,
  { response, cookies }: PageAnswer,
  port: StreamPort | undefined,
  signal: AbortSignal,
): Promise<void> {
  const request = route.request()
  const { status, statusText } = response
  const body = await readReady(response.body)
  const headers = writeHeaders(response.headers, cookies)
  signal.throwIfAborted()
  if (body instanceof Uint8Array) return route.fulfill({ status, headers, body })
  if (port && cookies.length === 0 && isLoopbackOnly(request)) {
    const lines = Object.entries({ ...corsHeaders(request), ...headers })
    const streamed = { kind: 'response', status, statusText, headers: lines, body } as const
    const { url, ended } = await port.offer(streamed, { method: request.method(), url: request.url() }, signal)
    await route.continue({ url })
    return ended
  }
  await route.fulfill({ status, headers, body: await readHeld(body, request, signal) })
}

/** Reads a stream to its end. Tells of one that nobody waits for any more: its page has seen nothing of the answer. */
async function readHeld(body: ReadableStream<Uint8Array>, request: Request, signal: AbortSignal): Promise<Buffer> {
  try {
    return await readWhole(body)
  } finally {
    if (signal.aborted) {
      console.warn(
        `The stream that answers ${request.method()} ${request.url()} had not ended when its page gave up, and the page saw nothing of it. ` +
          'A stream arrives chunk by chunk in Chromium only, over http, at a page of localhost, without set-cookie',
      )
    }
  }
}

/** Returns headers as Playwright takes them. The body is decoded already. */
function writeHeaders(received: Headers, cookies: readonly string[]): Record<string, string> {
  const { 'content-encoding': encoding, 'set-cookie': _, ...headers } = Object.fromEntries(received)
  if (encoding !== undefined) delete headers['content-length']
  return { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) }
}

/**
 * Whether the browser lets a request go to the loopback interface: Playwright changes no protocol, and Chromium lets only pages of
 * that interface ask it.
 */
function isLoopbackOnly(request: Request): boolean {
  const sender = senderUrlOf(request)
  if (sender === undefined || !request.url().startsWith('http:')) return false
  return /^https?:\/\/(localhost|[^/:]+\.localhost|127\.[\d.]+|\[::1\])(:\d+)?\//.test(sender)
}

/** Returns the headers by which another origin may read an answer. Playwright's `fulfill` adds the same. */
function corsHeaders(request: Request): Record<string, string> {
  const { origin } = request.headers()
  if (origin === undefined || origin === new URL(request.url()).origin) return {}
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' }
}
