import type { Trace } from '../core/frames.ts'
import { equals, exists, not } from '../core/match/matchers.ts'
import { type Matcher, matcher, type Test } from '../core/matcher.ts'
import { stubPath } from '../core/path/segments.ts'
import { sequence } from '../core/reply/named-replies.ts'
import { type NamedReply, named, type Resolver } from '../core/reply/reply.ts'
import { hideInBody } from '../core/secrets/hide-in-body.ts'
import { hideInText } from '../core/secrets/hide-in-text.ts'
import { HIDDEN } from '../core/show.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import { type Declarer, METHODS, type Stub } from '../core/stub/stub.ts'
import { escapeRegExp, isPlainObject } from '../core/type-guards.ts'
import { toBase64 } from './base64.ts'
import { type Exchange, isFile } from './exchanges.ts'
import { ignoreInText } from './ignore.ts'
import { isType, type RecordedAnswer, type RecordedBody, type RecordedRequest } from './read-entry.ts'

/** Makes the stubs of exchanges; each stub gets the `declarer`. */
export function toStubs(exchanges: readonly Exchange[], trace: Trace, declarer?: Declarer): Stub[] {
  return routesOf(exchanges).map(({ request, answers, method, path, only }) => {
    const replies = answers.map((answer) => replyTo(only, toReply(answer)))
    const response = replies.length === 1 ? replies[0] : sequence(...replies)
    const settings = { match: matchOf(request) }
    const isText = typeof path === 'string'
    const at = isText || request.origin === '' ? {} : { at: request.origin }
    return defineStub(method, isText ? request.origin + path : path, response, settings, trace, { ...declarer, ...at })
  })
}

/** An exchange as a stub of it is declared. */
export type Route = ReturnType<typeof routesOf>[number]

export function routesOf(exchanges: readonly Exchange[]) {
  const places = new Set(exchanges.map(({ request }) => placeOf(request)))
  return exchanges.map((exchange) => {
    const { request } = exchange
    const { pathname } = request
    const method = METHODS.find((one) => one === request.method)
    // A slash at the end does not count in a path of `rest`, and one that begins with two would be an absolute URL.
    const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
    const isExact = places.has(placeOf({ ...request, pathname: other })) || pathname.startsWith('//')
    const exact = pathname.split(HIDDEN).map(escapeRegExp).join('[^/]+')
    const path = isExact ? new RegExp(`^${exact}$`) : stubPath(pathname)
    // The resolver of a stub for all methods asks for a method that `rest` does not have.
    const only = method ? undefined : request.method
    return { ...exchange, method: method ?? ('ALL' as const), path, only }
  })
}

function placeOf({ method, origin, pathname }: RecordedRequest): string {
  return `${method} ${origin}${pathname}`
}

function replyTo(only: string | undefined, reply: NamedReply | Resolver): NamedReply | Resolver {
  if (only === undefined) return reply
  return (context) => {
    if (context.request.method !== only) return context.next()
    return typeof reply === 'function' ? reply(context) : reply
  }
}

/** Returns the conditions on a request. They are matchers, functions and plain values, so that they can be printed too. */
export function matchOf({ queries, body }: RecordedRequest) {
  return { queries: equals(withoutHidden(queries)), ...bodyMatch(body) }
}

/** Matches any value, and an absent one. */
const anything = (): boolean => true

function bodyMatch(body: RecordedBody): { body?: unknown } {
  switch (body.kind) {
    case 'none':
      return { body: not(exists()) }
    case 'unknown':
      return {}
    case 'data':
      return { body: equals(withoutHidden(body.data)) }
    case 'text':
      return { body: equalTo(body.text, (_received, raw) => isSameText(body, raw?.text)) }
    case 'bytes': {
      const base64 = toBase64(body.bytes)
      const isSame: Test = (_received, raw) => raw?.bytes !== undefined && toBase64(raw.bytes) === base64
      return { body: equalTo(body.bytes, isSame) }
    }
  }
}

/** A report shows it as `equals`: it compares a value that no parsed body could contain. */
function equalTo(expected: unknown, isSame: Test): Matcher {
  return matcher('equals', [expected], () => isSame)
}

/** Secrets that a recording has hidden are hidden in the received text too, before both are compared. */
function isSameText({ text, type, ignored }: Extract<RecordedBody, { kind: 'text' }>, received = ''): boolean {
  const compared = (one: string) => (ignored ? ignoreInText(one, ignored) : one)
  return compared(received) === text || (text.includes(HIDDEN) && compared(hideInBody(received, type)) === text)
}

/** Replaces a hidden value by a matcher for anything, and a file by a matcher for such a file. */
function withoutHidden(value: unknown): unknown {
  if (value === HIDDEN) return anything
  if (typeof value === 'string' && value.includes(HIDDEN)) {
    return equalTo(value, (received) => typeof received === 'string' && hideInText(received) === value)
  }
  if (isFile(value)) {
    const { name, type } = value
    const isSame = (received: unknown) =>
      isFile(received) && received.name === name && (!type || received.type === type)
    return matcher('file', [name, type], () => isSame)
  }
  if (Array.isArray(value)) return value.map(withoutHidden)
  if (!isPlainObject(value)) return value
  const result = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(value)) result[key] = withoutHidden(inner)
  return result
}

/** Returns a recorded answer as a stub sends it. */
export function toReply(answer: RecordedAnswer): NamedReply | Resolver {
  if (answer.kind === 'never') return () => new Promise(() => {})
  if (answer.kind === 'networkError') {
    return named('networkError', [answer.code], { kind: 'networkError', code: answer.code })
  }
  const { status, statusText, headers, body } = answer
  return named('recorded', [status], {
    kind: 'content',
    status,
    statusText,
    headers,
    body:
      body === undefined
        ? { kind: 'empty' }
        : typeof body !== 'string'
          ? { kind: 'native', value: body }
          : headers.some(isType)
            ? { kind: 'text', text: body, type: 'text/plain;charset=utf-8' }
            : { kind: 'native', value: new TextEncoder().encode(body) },
  })
}
