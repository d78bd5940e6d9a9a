import type { Client, ClientResponse } from '../clients/contract/client.ts'
import type { Exchange } from './exchange.ts'
import type { Answering, ReceivedRequest } from './two-servers.ts'

/** The observations of one exchange, at the client and at the answering side. */
export interface Observed {
  readonly response: SeenResponse | Failure
  readonly received: readonly ReceivedRequest[]
}

interface Failure {
  readonly failed: true
  readonly error: string
}

interface SeenResponse extends Omit<ClientResponse, 'bytes'> {
  readonly body: string
}

export async function observe(
  client: Client,
  origin: string,
  { request: { path, ...request } }: Exchange,
  answering: Answering,
): Promise<Observed> {
  try {
    const response = await client.request({ ...request, url: origin + path }).then(seen, failure)
    return { response, received: await answering.received() }
  } finally {
    answering.end()
  }
}

function seen({ bytes, ...head }: ClientResponse): SeenResponse {
  return { ...head, body: Buffer.from(bytes).toString('latin1') }
}

function failure(error: Error): Failure {
  return { failed: true, error: error.name }
}

/** A difference that is meant to be, taken out of both sides. */
interface AllowedDifference {
  readonly reason: string
  /** The clients that it is about; all if it does not say. */
  readonly clients?: RegExp
  readonly responseHeaders?: readonly string[]
  readonly requestHeaders?: readonly string[]
  /** The text of an unknown status. */
  readonly statusText?: string
  readonly error?: true
}

export const ALLOWED_DIFFERENCES: readonly AllowedDifference[] = [
  {
    reason: 'a stream that breaks off fails with the error that the stub threw, which a server has no way to send',
    error: true,
  },
  {
    reason: 'Node writes `unknown` for a status that has no text; a Response has an empty one',
    statusText: 'unknown',
  },
  {
    reason: 'mynah sends no date: the same request has the same answer each time',
    responseHeaders: ['date'],
  },
  {
    reason: 'a connection is kept by default (RFC 9112, section 9.3); Node says so nonetheless, mynah does not',
    responseHeaders: ['connection', 'keep-alive'],
  },
  {
    reason: 'mynah lets every page read its answers, unless the stub says otherwise; a server lists what it exposes',
    clients: /XMLHttpRequest|xhr/,
    responseHeaders: [
      'access-control-allow-origin',
      'access-control-allow-credentials',
      'access-control-expose-headers',
    ],
  },
  {
    reason: 'the global fetch is answered without a connection: there are no chunks',
    clients: /^fetch$|^axios, its fetch/,
    responseHeaders: ['transfer-encoding'],
  },
  {
    reason: 'the global fetch is answered before it adds the headers of its connection and of its user agent',
    clients: /^fetch$|^axios, its fetch/,
    requestHeaders: [
      'host',
      'connection',
      'content-length',
      'transfer-encoding',
      'user-agent',
      'accept',
      'accept-language',
      'accept-encoding',
      'sec-fetch-mode',
      'cache-control',
      'pragma',
    ],
  },
]

/** Takes the allowed differences out of what was observed with a client. */
export function comparable({ name }: Client, { response, received }: Observed): Observed {
  const allowed = ALLOWED_DIFFERENCES.filter(({ clients }) => clients === undefined || clients.test(name))
  const ignored = (part: 'responseHeaders' | 'requestHeaders') => new Set(allowed.flatMap((one) => one[part] ?? []))
  const [ofResponse, ofRequest] = [ignored('responseHeaders'), ignored('requestHeaders')]
  return {
    response:
      'failed' in response ? comparableFailure(response, allowed) : comparableResponse(response, allowed, ofResponse),
    received: received.map((request) => ({ ...request, headers: without(request.headers, ofRequest) })),
  }
}

function comparableFailure(failure: Failure, allowed: readonly AllowedDifference[]): Failure {
  return allowed.some(({ error }) => error) ? { failed: true, error: 'any' } : failure
}

function comparableResponse(
  response: SeenResponse,
  allowed: readonly AllowedDifference[],
  ignored: ReadonlySet<string>,
): SeenResponse {
  const { statusText, headers, rawHeaders } = response
  return {
    ...response,
    statusText: allowed.some((one) => one.statusText === statusText) ? '' : statusText,
    headers: without(headers, ignored),
    ...(rawHeaders && { rawHeaders: linesOf(rawHeaders, ignored) }),
  }
}

function without(headers: Readonly<Record<string, string>>, names: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)))
}

/** The lines of `rawHeaders`, as text, sorted by name: a server sends its own headers before or after those of a body. */
function linesOf(rawHeaders: readonly string[], names: ReadonlySet<string>): string[] {
  const lines: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!names.has((rawHeaders[at] as string).toLowerCase())) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return lines.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(':')).toLowerCase()
}
