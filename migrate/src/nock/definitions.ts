import type ts from 'typescript'
import { hasNoBody, type Reply, statusCode } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { constantOf, constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import { propertyOf } from '../read/nodes.ts'
import { kindOf, payloadCode } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { scopeFrom } from './interceptors/chains.ts'
import { readBadHeaders, readHeaders } from './interceptors/options.ts'
import { hostOf } from './interceptors/path.ts'
import { draftOfIntercept, interceptorFrom } from './interceptors/read-interceptors.ts'
import { recordedIn } from './recordings.ts'
import { headersCode } from './replies/reply-headers.ts'

export const DEFINE = 'write each definition as a stub: mocks.use(rest.get(url, response, { status, headers }), …)'
const PARTS =
  /^['"]?(?:scope|path|method|status|response|rawHeaders|reqheaders|badheaders|body|port|responseIsBinary)['"]?$/

/** What a statement declares that calls `nock.define` or `nock.load`. */
interface Definitions {
  readonly call: ts.CallExpression
  /** The origin of each; nothing if it is not written in the file. */
  readonly hosts: readonly (string | undefined)[]
  readonly read: () => Interceptor[]
}

/** The definitions of such a statement, if they are written in the file, or in another that it names. */
export function definitionsOf(
  source: Source,
  { name, parent: call }: ts.PropertyAccessExpression,
): Definitions | undefined {
  if (!source.ts.isCallExpression(call) || !statementOfCall(source, call)) return undefined
  const [first] = call.arguments
  if (name.text === 'load') return { call, hosts: [undefined], read: () => readRecording(source, first) }
  const written = name.text === 'define' ? writtenIn(source, first) : []
  const hosts = written.map((one) => hostOf(source, propertyOf(source, one, 'scope')))
  return written.length === 0
    ? undefined
    : { call, hosts, read: () => written.map((one) => readDefinition(source, one)) }
}

function readRecording(source: Source, path: ts.Expression | undefined): Interceptor[] {
  const { recording, definitions = [] } = recordedIn(source, path) ?? {}
  if (!recording) return leaveByHand(DEFINE)
  const found = definitions.map((one) =>
    source.ts.isObjectLiteralExpression(one) ? readDefinition(recording, one) : leaveByHand(DEFINE),
  )
  for (const name of recording.imported) if (source.name(name) !== name) leaveByHand(DEFINE)
  return found
}

function writtenIn(source: Source, list: ts.Expression | undefined): readonly ts.ObjectLiteralExpression[] {
  const { ts } = source
  const value = list && ts.isIdentifier(list) ? constantOf(source, list) : list
  const all: readonly ts.Expression[] = value && ts.isArrayLiteralExpression(value) ? value.elements : []
  return all.every(ts.isObjectLiteralExpression) ? all : []
}

/** Reads a definition: what a chain says by its calls, as the fields of an object. */
function readDefinition(source: Source, definition: ts.ObjectLiteralExpression): Interceptor {
  const isKnown = definition.properties.every((one) => PARTS.test(one.name?.getText(source.file) ?? ''))
  const part = (name: string) => propertyOf(source, definition, name) ?? propertyOf(source, definition, `"${name}"`)
  const [base, path, method, body] = [part('scope'), part('path'), part('method'), part('body')]
  if (!isKnown || !base || !path || !method) return leaveByHand(DEFINE)
  const scope = scopeFrom(source, base)
  const [wanted, unwanted] = [part('reqheaders'), part('badheaders')]
  if (wanted) readHeaders(source, scope.conditions, wanted)
  if (unwanted) readBadHeaders(source, scope.conditions, unwanted)
  const args = body ? [path, method, body] : [path, method]
  const draft = draftOfIntercept(source, scope, { name: 'intercept', args, node: definition })
  return withPort(
    source,
    interceptorFrom(source, scope, draft, definition, replyIn(source, part, draft.method)),
    base,
    part('port'),
  )
}

/** Old definitions have the port beside the origin. */
function withPort(source: Source, one: Interceptor, base: ts.Expression, port: ts.Expression | undefined): Interceptor {
  if (!port) return one
  const [origin, number] = [base, port].map((part) => constantText(source, part))
  const isPlain =
    origin !== undefined && /^https?:\/\/[^/:]+$/.test(origin) && one.stub.path.slice(1).startsWith(origin)
  if (!isPlain || !number) return leaveByHand(DEFINE)
  const moved = (text: string) => text.replace(origin, `${origin}:${number}`)
  const { path, place } = one.stub
  return { ...one, stub: { ...one.stub, path: moved(path), place: place && moved(place) } }
}

/** nock parses a text that is JSON. */
function replyIn(source: Source, part: (name: string) => ts.Expression | undefined, method: string): Reply {
  const [status, response, headers] = [part('status'), part('response'), part('rawHeaders')]
  const head = { status: statusCode(source, status), headers: headers && headersCode(source, headers) }
  if (!/^[2-9]\d\d$/.test(head.status ?? '200')) leaveByHand(DEFINE)
  if (hasNoBody(head.status, method)) return { ...head, code: 'undefined', isJson: false }
  if (response && part('responseIsBinary')?.kind === source.ts.SyntaxKind.TrueKeyword)
    return { ...head, code: `Buffer.from(${source.code(response)}, ${source.quote('hex')})`, isJson: false }
  const text = response && constantText(source, response)
  const parsed = text === undefined ? undefined : parse(text)
  if (typeof parsed === 'object' && parsed !== null && text) return { ...head, code: text, isJson: true }
  const isOther = parsed !== undefined || (text === undefined && response && kindOf(source, response) !== 'json')
  if (isOther) leaveByHand(DEFINE)
  return { ...head, ...payloadCode(source, response) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
