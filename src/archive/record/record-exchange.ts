import { MynahError } from '../../core/errors.ts'
import { networkError } from '../../core/reply/named-replies.ts'
import { type HeaderList, type NamedReply, named, type ReplyBody, type ResolverContext } from '../../core/reply.ts'
import { now, timeOrigin } from '../../runtime/time.ts'
import type { HarEntry, HarResponse } from '../har-format.ts'
import { isOfConnection } from '../read-response.ts'
import { writeRequest } from '../write-request.ts'
import { writeNoResponse, writeResponse } from '../write-response.ts'
import { recordBody } from './record-body.ts'
import { Spool } from './spool.ts'

/** Saves an entry. `body` is its body, if that is too large for a string. */
export type SaveEntry = (entry: HarEntry, large?: Spool) => Promise<void>

/** The encodings that Node's fetch decodes in every version. */
const ENCODINGS = 'gzip, deflate, br'

/** Makes the real request, sends its answer, and saves both before the client sees the end of the answer. */
export async function recordExchange(context: ResolverContext, save: SaveEntry): Promise<NamedReply> {
  const { request, fetchReal } = context
  const startedAt = now()
  const draft = {
    startedDateTime: new Date(timeOrigin + startedAt).toISOString(),
    request: writeRequest(request),
  }
  const toEntry = (response: HarResponse, wait: number): HarEntry => {
    const time = now() - startedAt
    return { ...draft, time, response, cache: {}, timings: { send: 0, wait, receive: time - wait } }
  }
  const { raw } = request
  let response: Response
  try {
    response = await fetchReal(raw, { redirect: 'manual', headers: headersOf(request.headers) })
  } catch (error) {
    const wait = now() - startedAt
    // The mocks may have ended instead. The recording does not know that.
    if (raw.signal.aborted) await save(toEntry(writeNoResponse({ _aborted: true }), wait))
    if (request.signal.aborted || error instanceof MynahError) throw error
    const code = codeOf(error)
    await save(toEntry(writeNoResponse({ _networkError: code }), wait))
    return networkError(code)
  }
  const wait = now() - startedAt
  const { status, statusText } = response
  const headers = answerHeaders(response, request.method)
  const finish = async (body: Spool, failure?: unknown) => {
    // A client that cancels the body has read enough. A replay sends the same part.
    const isBroken = failure !== undefined && !isAbort(failure)
    const content = body.isLarge ? { size: body.size } : body.content()
    const answer = isBroken
      ? writeNoResponse({ _networkError: codeOf(failure) })
      : writeResponse(status, statusText, headers, content)
    await save(toEntry(answer, wait), body.isLarge && !isBroken ? body : undefined)
  }
  if (response.body === null) {
    await finish(new Spool())
    return named('recorded', [status], { kind: 'content', status, headers, body: { kind: 'empty' } })
  }
  const items = recordBody(response.body, finish)
  const body: ReplyBody = { kind: 'stream', items, toChunk: (chunk) => chunk as Uint8Array, type: undefined }
  return named('recorded', [status], { kind: 'content', status, headers, body })
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** Returns the body that the client sent; `undefined` if it has an encoding that cannot be decoded here. */
function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const accepted = headers['accept-encoding']
  return { ...headers, ...(accepted !== undefined && accepted !== 'identity' && { 'accept-encoding': ENCODINGS }) }
}

/** Returns the headers of the decoded answer. A length that is still right stays, for clients that show progress. */
function answerHeaders({ headers }: Response, method: string): HeaderList {
  const isEncoded = headers.has('content-encoding') && method !== 'HEAD'
  return [...headers].filter(([name]) => (name === 'content-length' ? !isEncoded : !isOfConnection(name)))
}

/** The codes of undici, and the codes of a socket with the same meaning. */
const SOCKET_CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_BODY_TIMEOUT: 'ETIMEDOUT',
}

/** Returns the code of a failed connection: fetch rejects with a `TypeError` whose cause has the code. */
function codeOf(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown }
  const { code } = cause as { readonly code?: unknown }
  return typeof code === 'string' ? (SOCKET_CODES[code] ?? code) : 'ECONNRESET'
}
