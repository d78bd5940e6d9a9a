import { choose } from '../core/choose/choose.ts'
import { type Explanation, explain } from '../core/explain/explain.ts'
import { assertArgument } from '../core/refusal.ts'
import { isRequest, isUrl } from '../core/type-guards.ts'
import { absoluteUrl, type UrlTaker } from '../request/absolute-url.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import type { Session } from './session/session.ts'

/** Explains the decision on a request without sending it. The request is not counted. `lastLines` returns those of the report. */
export async function explainRequest(
  session: Session,
  taker: UrlTaker,
  [asked, init]: readonly [asked: Request | URL | string, init?: unknown],
  lastLines?: (request: IncomingRequest) => string,
): Promise<Explanation> {
  const isAny = typeof asked === 'string' || isUrl(asked) || isRequest(asked)
  assertArgument(isAny && init === undefined, taker.name, init ?? asked, 'a Request, a URL or a string')
  const raw = isRequest(asked) ? asked : new Request(absoluteUrl(String(asked), session.base?.url, taker))
  const request = new IncomingRequest(raw)
  await request.readBody()
  const decision = choose(session.tables, request, { available: (stub) => session.available(stub), threw() {} })
  return explain(request, [session], decision, lastLines?.(request))
}
