import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import { brandOf } from '../core/brand.ts'
import { checkOptions, type OptionTable } from '../core/options.ts'
import { assertArgument } from '../core/refusal.ts'
import type { Mocks, MocksBrand } from '../mocks/mocks.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import { listenLocally } from '../transport/listen-locally.ts'
import { sendBody } from '../transport/send-response.ts'
import { COOKIE_NAME, cookieValue } from './cookie.ts'
import {
  decode,
  describeError,
  ERROR_TRAILER,
  encode,
  HEAD_HEADER,
  ID_HEADER,
  LONGEST_HEAD,
  type RequestHead,
  type VerdictHead,
} from './wire.ts'

/** Mocks that answer the requests of an application's server. */
export interface ServedMocks {
  /** The cookie that the test's requests to the application have to carry. */
  readonly cookie: { readonly name: string; readonly value: string }
  /** Ends the connections; pending requests fail. Resolves when the port is free. */
  close(): Promise<void>
}

const OPTIONS: OptionTable = {
  title: { isRight: (value) => typeof value === 'string', wanted: 'a string', isRequired: true },
}

/** Is `serveMocks` of `mynah/server`, and what `mynah/playwright` does for each test. */
export async function serveMocks(mocks: Mocks, options: { readonly title: string }): Promise<ServedMocks> {
  const brand = brandOf<MocksBrand>(mocks, 'mocks') as MocksBrand
  assertArgument(brand !== undefined, 'serveMocks', mocks, 'the mocks of setupMocks')
  checkOptions('serveMocks', '…, ', options, OPTIONS)
  const id = randomBytes(12).toString('hex')
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.headers[ID_HEADER] !== id) return outgoing.writeHead(404).end()
    outgoing.setHeader(ID_HEADER, id)
    // The server asks whether its test is here before it tells anything of a request.
    if (incoming.method === 'HEAD') return outgoing.writeHead(204).end()
    void answerHere(incoming, outgoing, brand.answer)
  }
  const limits = { maxHeaderSize: LONGEST_HEAD, headersTimeout: 0, requestTimeout: 0 }
  const { port, close } = await listenLocally(receive, limits)
  return { cookie: { name: COOKIE_NAME, value: cookieValue({ port, id, title: options.title }) }, close }
}

async function answerHere(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: MocksBrand['answer'],
): Promise<void> {
  const { hasBody, at, ...head } = decode<RequestHead>(incoming.headers[HEAD_HEADER])
  const aborted = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) aborted.abort()
  })
  const request = new IncomingRequest({
    ...head,
    headers: head.headers.map(([name, value]) => [name, value]),
    sender: { from: 'server', at },
    signal: aborted.signal,
    ...(hasBody && { readBody: () => arrayBuffer(incoming) }),
  })
  await sendVerdict(await answer(request), outgoing)
}

async function sendVerdict(verdict: Verdict, outgoing: ServerResponse): Promise<void> {
  outgoing.setHeader(HEAD_HEADER, encode(headOf(verdict)))
  if (verdict.kind !== 'response') return void outgoing.end()
  const sent = await sendBody(verdict.body, outgoing)
  if (sent.kind === 'whole') return
  // Node sends no trailers with a head that it writes at the end.
  outgoing.flushHeaders()
  outgoing.addTrailers({ [ERROR_TRAILER]: encode(describeError(sent.error)) })
  outgoing.end()
}

function headOf(verdict: Verdict): VerdictHead {
  switch (verdict.kind) {
    case 'passthrough':
      return verdict
    case 'networkError':
    case 'error':
      return { kind: verdict.kind, error: describeError(verdict.error) }
    case 'response': {
      const { body } = verdict
      const kind = body === null ? 'none' : typeof body === 'string' || ArrayBuffer.isView(body) ? 'whole' : 'stream'
      return { ...verdict, body: kind }
    }
  }
}
