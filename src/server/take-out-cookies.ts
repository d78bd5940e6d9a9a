import { subscribe } from 'node:diagnostics_channel'
import http, { type ClientRequest } from 'node:http'
import { patch } from '../intercept/patch.ts'
import { type AgentLike, patchAddRequest } from '../runtime/hosts/node.ts'
import { COOKIE_NAME, otherCookies } from './cookie.ts'

/** A request of undici: its headers are a list of names and values, and a text in undici 5. */
interface UndiciRequest {
  readonly origin: unknown
  headers: (string | string[])[] | string
}

/**
 * Takes the cookie of a test out of what the application sends to other machines with the cookies of its visitor. A server of this
 * machine gets it, so that an application that asks itself stays with its test. Headers that are given to `node:http` as a flat list stay
 * as they are.
 */
export function takeOutCookies(): void {
  patchAddRequest(patch, http.Agent.prototype, (original) => {
    return function addRequest(this: AgentLike, request: ClientRequest, ...rest: unknown[]) {
      const cookie = request.getHeader('cookie')
      const isLeaving = hasTest(cookie) && !request.headersSent && !isLocal(request.host)
      if (isLeaving) setCookie(request, otherCookies([cookie].flat().join('; ')))
      return original.call(this, request, ...rest)
    }
  })
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: UndiciRequest }
    if (!isLocal(hostOf(request.origin))) request.headers = withoutTest(request.headers)
  })
}

function setCookie(request: ClientRequest, cookie: string): void {
  if (cookie === '') request.removeHeader('cookie')
  else request.setHeader('cookie', cookie)
}

function withoutTest(headers: UndiciRequest['headers']): UndiciRequest['headers'] {
  if (typeof headers === 'string') {
    return headers.replace(/^(cookie: )(.*)$/im, (_, name: string, cookies: string) => name + otherCookies(cookies))
  }
  return headers.flatMap((value, index) => {
    // A name, then its value.
    if (index % 2 === 0) return []
    const name = headers[index - 1] as string
    const isTest = /^cookie$/i.test(name) && hasTest(value)
    const kept = isTest ? otherCookies(String(value)) : value
    return kept === '' && isTest ? [] : [name, kept]
  })
}

function hasTest(value: unknown): value is string {
  return String(value).includes(`${COOKIE_NAME}=`)
}

function hostOf(origin: unknown): string {
  return URL.canParse(String(origin)) ? new URL(String(origin)).hostname : ''
}

/** A request to a Unix socket has the host `localhost`. */
function isLocal(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host)
}
