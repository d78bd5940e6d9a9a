import { MynahError } from '../../core/errors.ts'
import { sendablePhrase } from '../../core/http-rules.ts'
import { networkError } from '../../core/reply/named-replies.ts'
import {
  type Content,
  type HeaderList,
  type NamedReply,
  named,
  type Resolver,
  type ResolverContext,
} from '../../core/reply/reply.ts'
import type { RequestSnapshot } from '../../core/request.ts'
import { hideInUrl } from '../../core/secrets/hide-in-text.ts'
import { showThrown } from '../../core/show.ts'
import { statesOf } from '../../core/stub/stub-states.ts'
import { textDecoderOf } from '../../request/decode.ts'
import { now, timeOrigin } from '../../runtime/time.ts'
import type { Ignore } from '../archive-options.ts'
import { requestKey, requestOf } from '../exchanges.ts'
import type { HarEntry, HarResponse } from '../har-format.ts'
import { CONNECTION, type RecordedResponse, readAnswer } from '../read-entry.ts'
import { toReply } from '../to-stubs.ts'
import { type WrittenBody, writeBytes, writeNoResponse, writeRequest, writeResponse } from '../write-entry.ts'
import { isAbort, MOST_RECORDED, recordBody } from './record-body.ts'

export type SaveEntry = (entry: HarEntry) => Promise<void>

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
  let wait = 0
  const record = (response: HarResponse): Promise<void> => {
    const time = now() - startedAt
    return save({ ...draft, time, response, cache: {}, timings: { send: 0, wait, receive: time - wait } })
  }
  checkSendable(request)
  const { raw } = request
  let answer: Response
  try {
    const init = { redirect: 'manual', headers: requestHeaders(request.headers) } as const
    answer = await fetchReal(raw, init)
  } catch (error) {
    wait = now() - startedAt
    // The mocks may have ended instead. The recording does not know that.
    if (raw.signal.aborted) await record(writeNoResponse({ _aborted: true }))
    if (request.signal.aborted || error instanceof MynahError) throw error
    const code = networkCodeOf(error)
    if (code === undefined) refuse(request, showThrown((error as Error).cause ?? error), error)
    await record(writeNoResponse({ _networkError: code }))
    return networkError(code)
  }
  wait = now() - startedAt
  const { status } = answer
  const statusText = sendablePhrase(answer.statusText)
  const headers = answerHeaders([...answer.headers], request.method)
  const type = answer.headers.get('content-type') ?? ''
  const finish = async (bytes: Uint8Array | undefined, failure?: unknown) => {
    // A client that cancels the body has read enough. A replay sends the same part.
    const isBroken = failure !== undefined && !isAbort(failure)
    if (isBroken) await record(writeNoResponse({ _networkError: networkCodeOf(failure) ?? 'ECONNRESET' }))
    else if (bytes) await record(writeResponse(status, statusText, headers, contentOf(bytes, type)))
    else console.error(`mynah: ${tooLarge(request)}`)
  }
  if (answer.body === null) {
    await finish(new Uint8Array())
    return named('recorded', [status], { kind: 'content', status, statusText, headers, body: { kind: 'empty' } })
  }
  const length = headers.find(([name]) => name === 'content-length')?.[1]
  const untrack = trackUnfinished(request)
  const finishOrFail = (...ended: Parameters<typeof finish>) =>
    finish(...ended)
      .catch((error: unknown) => {
        // A client that does not read the body would not see it.
        statesOf(context).fail(error)
        throw error
      })
      .finally(untrack)
  const items = recordBody(answer.body, length === undefined ? undefined : Number(length), finishOrFail)
  const body: Content['body'] = { kind: 'stream', items, toChunk: (chunk) => chunk as Uint8Array, type: undefined }
  return named('recorded', [status], { kind: 'content', status, statusText, headers, body })
}

/** Answers a request from what this run has recorded, or else records it. `recorded` has the answers by their requests. */
export function recordOnce(
  context: ResolverContext,
  save: SaveEntry,
  recorded: Map<string, RecordedResponse>,
  ignore: Ignore = {},
): NamedReply | Resolver | Promise<NamedReply> {
  const key = requestKey(requestOf({ request: writeRequest(context.request) }, { ignore }))
  const known = recorded.get(key)
  if (known) return toReply(known)
  return recordExchange(context, async (entry) => {
    // An equal request that was under way at the same time has been saved.
    if (recorded.has(key)) return
    const answer = readAnswer(entry)
    if (answer?.kind === 'response') recorded.set(key, answer)
    try {
      await save(entry)
    } catch (error) {
      recorded.delete(key)
      throw error
    }
  })
}

/** Returns a body as an archive has it: as text if it is UTF-8, or ASCII in a charset that has the same characters. */
function contentOf(bytes: Uint8Array, type: string): WrittenBody {
  const isUtf8 = textDecoderOf(type).encoding === 'utf-8'
  return writeBytes(bytes, isUtf8 || /^[\t\n\r -~]*$/.test(Buffer.from(bytes).toString('latin1')))
}

/** The requests whose answers still arrive, also after the end of their mocks. */
const unfinished = new Set<RequestSnapshot>()

function trackUnfinished(request: RequestSnapshot): () => void {
  if (unfinished.size === 0) process.once('exit', nameUnfinished)
  unfinished.add(request)
  return () => {
    unfinished.delete(request)
    if (unfinished.size === 0) process.off('exit', nameUnfinished)
  }
}

function nameUnfinished(): void {
  for (const { method, url } of unfinished) {
    console.error(
      `mynah: ${method} ${hideInUrl(url)} is not recorded: the process ended before its whole answer had come`,
    )
  }
}

function tooLarge({ method, url }: RequestSnapshot): string {
  return `${method} ${hideInUrl(url)} is not recorded: its answer has more than ${MOST_RECORDED / 1024 / 1024} MB\n\nWrite a stub for it`
}

/** Refuses a request that fetch would send otherwise than the client: its recording would be of another request. */
function checkSendable(request: RequestSnapshot): void {
  const { method, body } = request
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) refuse(request, `fetch, which records, sends no ${method}`)
  if (body !== undefined && /^(?:GET|HEAD)$/.test(method)) {
    refuse(request, `fetch, which records, sends no body with a ${method}`)
  }
}

function refuse({ method, url }: RequestSnapshot, problem: string, cause?: unknown): never {
  throw new MynahError('RECORDING', `${method} ${hideInUrl(url)} cannot be recorded: ${problem}`, { cause })
}

/** Returns the headers to send. The answer may have any encoding that this fetch decodes, if the client takes any. */
function requestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const accepted = headers['accept-encoding']
  return { ...headers, ...(accepted !== undefined && accepted !== 'identity' && { 'accept-encoding': ENCODINGS }) }
}

/** Returns the headers of the decoded answer. A length that is still right stays, for clients that show progress. */
function answerHeaders(headers: HeaderList, method: string): HeaderList {
  const isEncoded = method !== 'HEAD' && headers.some(([name]) => name === 'content-encoding')
  return headers.filter(([name]) => (name === 'content-length' ? !isEncoded : !CONNECTION.has(name)))
}

/** The codes of undici, and the codes of a socket with the same meaning. */
const SOCKET_CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_BODY_TIMEOUT: 'ETIMEDOUT',
}

/**
 * Returns the code of a failed connection: fetch rejects with a `TypeError` whose cause has the code. What fetch refuses to
 * send, as to a forbidden port, has none.
 */
function networkCodeOf(error: unknown): string | undefined {
  const { cause = error } = error as { readonly cause?: unknown }
  const { code } = cause as { readonly code?: unknown }
  return typeof code === 'string' ? (SOCKET_CODES[code] ?? code) : undefined
}
