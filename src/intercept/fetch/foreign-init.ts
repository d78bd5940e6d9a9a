import type { WrittenBody } from '../../request/foreign-body.ts'
import { followSignal } from '../../runtime/abort.ts'

const OWN_SIGNAL: unknown = Object.getPrototypeOf(new AbortController().signal)

/** jsdom's signals are not Node's, and Node's `Request` refuses them. */
export function withOwnSignal(init: RequestInit | undefined): RequestInit | undefined {
  const signal = init?.signal
  return signal && Object.getPrototypeOf(signal) !== OWN_SIGNAL
    ? { ...init, signal: followSignal(signal).signal }
    : init
}

/** Nor are its forms, Blobs and the like. */
export async function withWrittenBody(init: RequestInit, { type, bytes }: WrittenBody): Promise<RequestInit> {
  const headers = new Headers(init.headers)
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  return { ...init, headers, body: await bytes }
}

/** Whether a request is of a page's own class, as happy-dom's in a context of its own is, or a polyfill's. */
export function isForeignRequest(input: RequestInfo | URL): input is Request {
  return globalThis.Request !== Request && input instanceof globalThis.Request
}

/** What a page's request asks for, as an init. */
export async function initOf(request: Request): Promise<RequestInit> {
  const { method, redirect, credentials, signal } = request
  const bodiless = method === 'GET' || method === 'HEAD'
  const body = bodiless ? null : await request.arrayBuffer()
  return { method, headers: [...request.headers], body, redirect, credentials, signal }
}
