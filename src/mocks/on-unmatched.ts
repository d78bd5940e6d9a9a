import { MynahError } from '../core/errors.ts'
import { type Explanation, explain, UnmatchedRequestError } from '../core/explain/explain.ts'
import { httpUrl } from '../core/path/path.ts'
import { toReply } from '../core/reply/to-reply.ts'
import { type RequestLine, type RequestSnapshot, record, splitUrl } from '../core/request.ts'
import { show } from '../core/show.ts'
import { escapeRegExp, isResponse, stateless, synchronous } from '../core/type-guards.ts'
import type { UnmatchedPolicy } from '../exchange/dispatch.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Sender } from '../request/plain-request.ts'
import { recogniseEncoding } from '../response/content-encoding.ts'
import { guardLoop } from '../response/loop-guard.ts'
import type { Verdict } from '../response/verdict.ts'
import { copyResponse } from '../response/write-response.ts'
import type { AbortSignalLike } from '../runtime/abort.ts'
import { isBrowser } from '../runtime/environment.ts'
import { networkErrorOf } from '../runtime/network-error.ts'
import { ANY_PORT, type MocksOptions } from './options.ts'

/** The functions that make mocks. */
export type MocksMaker = 'setupMocks' | 'mocked'

interface LastLines {
  /** Returns the last lines of the report: who has sent the request, and the option that lets it reach the network. */
  lastLines(request: IncomingRequest): string
}

/** Returns the policy that the options describe. */
export function createPolicy(maker: MocksMaker, options: MocksOptions): UnmatchedPolicy & LastLines {
  const { onUnmatched = 'error', passthrough = [] } = options
  const allowed = passthrough.map(toPredicate)
  const allowedByHead = passthrough.filter((one) => typeof one !== 'function').map(toPredicate)
  const asksNobody = onUnmatched === 'passthrough' && allowedByHead.length === allowed.length
  const lastLines: LastLines['lastLines'] = ({ sender, sentTo }) =>
    `${senderLine(sender)}${passthroughLine(maker, sentTo)}`
  return {
    isAllowedByHead: (request) => asksNobody || allowedByHead.some((isAllowed) => isAllowed(request)),
    isAllowed: (request) => isAssetRequest(request) || allowed.some((isAllowed) => isAllowed(request)),
    decide(request, untaken, sessions) {
      const explanation = explain(untaken, sessions, undefined, lastLines(request))
      if (typeof onUnmatched === 'function') {
        const asked = askUser(onUnmatched, request, explanation, sessions[0]?.ended)
        return asked.then((verdict) => ({ verdict, failsTest: false }))
      }
      if (onUnmatched === 'error') {
        return { verdict: { kind: 'error', error: missError(explanation) }, failsTest: true }
      }
      if (onUnmatched === 'warn') console.warn(explanation.message)
      return { verdict: { kind: 'passthrough' }, failsTest: false }
    },
    lastLines,
  }
}

/** Returns the error of a miss. In a page the report is also on the console: nobody reads an error that the application swallows. */
function missError(explanation: Explanation): UnmatchedRequestError {
  if (isBrowser()) console.error(explanation.message)
  return new UnmatchedRequestError(explanation)
}

async function askUser(
  onUnmatched: (request: RequestSnapshot, explanation: Explanation) => unknown,
  request: IncomingRequest,
  explanation: Explanation,
  ended: AbortSignalLike | undefined,
): Promise<Verdict> {
  let result: unknown
  try {
    result = await guardLoop(request, async () => onUnmatched(request.snapshot(record()), explanation))
  } catch (error) {
    return { kind: 'error', error }
  }
  result ??= missError(explanation)
  if (result instanceof UnmatchedRequestError) return { kind: 'error', error: result }
  if (result === 'passthrough') return { kind: 'passthrough' }
  if (isResponse(result)) {
    await recogniseEncoding(result, false)
    return answerWith(result, request, ended)
  }
  throw new MynahError(
    'ON_UNMATCHED',
    `onUnmatched returned ${show(result)}; it returns 'passthrough', a Response, or nothing for the error`,
  )
}

/** A `Response.error()` cannot be copied: it stands for a network error. */
function answerWith(response: Response, request: IncomingRequest, ended: AbortSignalLike | undefined): Verdict {
  const reply = toReply(response)
  return reply.kind === 'networkError'
    ? { kind: 'networkError', error: networkErrorOf(reply) }
    : copyResponse(response, { request, endings: [ended] }, false)
}

/** Returns the line of the report that says who has sent a request from another process. */
function senderLine(sender: Sender | undefined): string {
  if (!sender) return ''
  const place = sender.at === undefined ? '' : `, at ${sender.at}`
  return `${sender.from === 'page' ? 'The page' : "The application's server"} sent this request${place}\n`
}

function passthroughLine(maker: MocksMaker, sentTo: string): string {
  const [unixSocket] = /^unix:.*?:(?=\/)/.exec(sentTo) ?? []
  const allowed = unixSocket ? new RegExp(`^${escapeRegExp(unixSocket)}`) : undefined
  return `To let it reach the network: ${maker}(routes, { passthrough: [${allowed ?? `'${splitUrl(sentTo).origin}'`}] })`
}

function toPredicate(
  allowed: string | RegExp | ((request: RequestSnapshot) => boolean),
): (request: IncomingRequest) => boolean {
  if (typeof allowed === 'function')
    return (request) => synchronous(allowed(request.snapshot(record())), 'function of passthrough')
  if (typeof allowed === 'string') {
    const { protocol, hostname, port } = originParts(allowed)
    return ({ sentTo }) => {
      const actual = originParts(splitUrl(sentTo).origin)
      return actual.protocol === protocol && actual.hostname === hostname && (port === '*' || actual.port === port)
    }
  }
  const pattern = stateless(allowed)
  return ({ sentTo }) => pattern.test(sentTo)
}

function originParts(origin: string): { protocol: string; hostname: string; port: string } {
  const { protocol, hostname, port } = new URL(httpUrl(origin.replace(ANY_PORT, '')))
  return { protocol, hostname, port: ANY_PORT.test(origin) ? '*' : port }
}

/** The requests of a page and its bundler: files by their extensions, and the paths of development servers. */
const ASSET =
  /\.(?:m?[jt]sx?|css|s[ac]ss|less|html?|json5?\.map|map|wasm|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|webm|vue|svelte|mdx?)$/i
const BUNDLER = /^\/(?:@|node_modules\/|__|sb-|_next\/|\.storybook\/|webpack)|hot-update/

/** Whether a page loads this itself: same-origin documents, scripts, styles and images, and the bundler's requests. */
export function isAssetRequest({ method, url }: RequestLine): boolean {
  if (!isBrowser()) return false
  const { origin, pathname } = new URL(url)
  return origin === location.origin && method === 'GET' && (ASSET.test(pathname) || BUNDLER.test(pathname))
}
