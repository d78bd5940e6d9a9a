import { hasNoBody, type Reply } from '../../declare/reply-value.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import type { Link } from '../../read/nodes.ts'
import { kindOf } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'

const BY_HAND =
  'a body that comes after its head is stream(chunks), whose generator waits; { delay } holds back the head too'

/** Prints a reply whose body comes some time after its head: a stream that waits. */
export function slowBody(source: Source, reply: Reply, { name, args }: Link, delay: string, defaults?: string): Reply {
  const [, body] = args
  const kind = kindOf(source, body)
  const isKnown = name === 'reply' && /^(?:none|string|json|bytes)$/.test(kind) && !hasNoBody(reply.status)
  if (!isKnown || reply.code.startsWith('({ setHeader')) leaveByHand(BY_HAND)
  const code = body && kind !== 'none' ? source.code(body) : undefined
  const chunk = kind === 'json' ? `JSON.stringify(${code})` : code
  const wait = `await new Promise((resolve) => setTimeout(resolve, ${delay}))`
  const lines = chunk === undefined ? wait : `${wait}; yield ${chunk}`
  const headers = kind === 'json' ? jsonHeaders(source, reply.headers, defaults) : reply.headers
  return {
    ...reply,
    headers,
    code: `() => ${source.name('stream')}((async function* () { ${lines} })())`,
    isJson: false,
  }
}

/** nock names the type of a JSON body, if no header does. */
function jsonHeaders(source: Source, headers: string | undefined, defaults: string | undefined): string {
  const type = `${source.quote('content-type')}: ${source.quote('application/json')}`
  if (defaults !== undefined) leaveByHand(BY_HAND)
  if (headers === undefined) return `{ ${type} }`
  if (!headers.startsWith('{') || headers.includes('...')) leaveByHand(BY_HAND)
  return /content-type/i.test(headers) ? headers : headers.replace('{', `{ ${type},`)
}
