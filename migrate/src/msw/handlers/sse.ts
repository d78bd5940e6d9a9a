import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { objectCode, printStub } from '../../layout/print-stub.ts'
import { isLiteral } from '../../order/overlap.ts'
import { constantText } from '../../read/constants.ts'
import { propertyValue } from '../../read/nodes.ts'
import { kindOf } from '../../read/payload.ts'
import { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { keyOfPath } from './path.ts'

const BY_HAND = 'declare the events by sse of mynah: rest.get(path, sse([{ data }, { event, id, data }]))'

/** Frees the name `sse`, if nothing of msw keeps it. */
export function releaseSse(source: Source, uses: readonly ts.Identifier[]): void {
  const { ts, file, checker, rulings } = source
  const trial = new Source(ts, file, checker, rulings)
  if (uses.every((use) => trial.attempt(use, () => convertSse(trial, use)))) source.release('sse')
}

/** Rewrites `sse(path, ({ client }) => { client.send({ data }) })`. msw asks for the header that an EventSource sends. */
export function convertSse(source: Source, use: ts.Identifier): void {
  const { ts } = source
  const call = use.parent
  const [path, resolver] = ts.isCallExpression(call) && call.expression === use ? call.arguments : []
  if (!path) leaveByHand(BY_HAND)
  const { code, match } = keyOfPath(source, path)
  if (match) leaveByHand(BY_HAND)
  const accept = `{ headers: { accept: ${source.quote('text/event-stream')} } }`
  const response = { code: responseOf(source, resolver), isJson: false }
  const stub = { method: 'get', path: code, match: accept, times: undefined, response, settings: [] }
  source.replace(call, printStub(stub, source.name('rest'), source, source.style, source.indentOf(call)))
}

function responseOf(source: Source, resolver: ts.Expression | undefined): string {
  const calls = callsOf(source, resolver)
  const last = calls.at(-1)?.code
  if (last === 'server.connect()' && calls.length === 1) return '({ fetchReal }) => fetchReal()'
  const isClosed = last === 'client.close()'
  const sent = isClosed ? calls.slice(0, -1) : calls
  let retry: readonly [string, string][] = []
  const events = sent.flatMap(({ code, event }) => {
    if (code !== 'client.send()' || !event || !source.ts.isObjectLiteralExpression(event)) return leaveByHand(BY_HAND)
    const fields = fieldsOf(source, event)
    // A time alone is no event: the next one tells it.
    const isTime = fields.length === 1 && fields[0]?.[0] === 'retry'
    const all = [...retry, ...fields]
    retry = isTime ? all : []
    if (isTime) return []
    if (!fields.some(([name]) => name === 'data')) return leaveByHand(BY_HAND)
    return { code: objectCode(all, source.style, ''), isLiteral: isLiteral(source.ts, event) }
  })
  if (retry.length > 0) leaveByHand(BY_HAND)
  const sse = source.name('sse')
  const codes = events.map(({ code }) => code)
  const isNamed = /\bparams\b/.test(codes.join())
  const start = isNamed ? '({ request: { params } }) => ' : '() => '
  if (isClosed) return `${events.every((one) => one.isLiteral) ? '' : start}${sse}([${codes.join(', ')}])`
  // The stream stays open: an EventSource would open it again.
  const statements = [...codes.map((code) => `yield ${code}`), 'await new Promise(() => {})']
  return `${start}${sse}((async function* () { ${statements.join('; ')} })())`
}

interface ClientCall {
  readonly code: string
  readonly event: ts.Expression | undefined
}

/** The calls of the client or of the server, which are all that a resolver does. */
function callsOf(source: Source, resolver: ts.Expression | undefined): ClientCall[] {
  const { ts, file } = source
  if (!isInline(source, resolver) || resolver.asteriskToken) return leaveByHand(BY_HAND)
  const pattern = resolver.parameters[0]?.name.getText(file) ?? ''
  if (!/^\{\s*(?:client(?:, params)?|server),?\s*\}$/.test(pattern)) return leaveByHand(BY_HAND)
  const { body } = resolver
  const all = ts.isBlock(body)
    ? body.statements.map((one) => (ts.isExpressionStatement(one) ? one.expression : one))
    : [body]
  return all.map((one) => {
    if (!ts.isCallExpression(one) || one.arguments.length > 1) return leaveByHand(BY_HAND)
    return { code: `${one.expression.getText(file)}()`, event: one.arguments[0] }
  })
}

/** An event without data, or with an empty name, is another one in msw. */
function fieldsOf(source: Source, { properties }: ts.ObjectLiteralExpression): [string, string][] {
  const { ts, file } = source
  return properties.map((one): [string, string] => {
    const name = one.name?.getText(file) ?? ''
    const value = propertyValue(ts, one)
    const isKnown =
      value &&
      (name === 'data'
        ? /^params\.\w+$/.test(value.getText(file)) || /^(?:string|json)$/.test(kindOf(source, value))
        : /^[^\r\n]+$/.test(constantText(source, value) ?? ''))
    return isKnown && /^(?:data|event|id|retry)$/.test(name) ? [name, source.code(value)] : leaveByHand(BY_HAND)
  })
}
