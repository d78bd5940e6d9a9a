import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { usesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { returnsOf } from '../request/resolver.ts'
import { endsOpen, semicolonOf } from './handlers/ends-open.ts'

export const BY_HAND =
  "write it as the option onUnmatched of setupMocks: (request) => …, which returns 'passthrough' or nothing"

/** A function, or a method of an object. */
export type Listener = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration

/** What a function of `onUnhandledRequest`, or of `onUnhandledFrame`, stands for: a policy, or the code of a function. */
export function policyOfFunction(source: Source, node: Listener): { readonly policy?: string; readonly code?: string } {
  const { ts } = source
  const only = onlyCall(source, node)
  if (only === 'error') return { policy: 'error' }
  if (/^warn(?:ing)?$/.test(only ?? '')) return { policy: 'warn' }
  const [first, second] = node.parameters
  const { body } = node
  if (!body || !ts.isBlock(body) || !first || returnsOf(source, body).length > 0) return leaveByHand(BY_HAND)
  const { name } = first
  if (!ts.isIdentifier(name)) {
    const isPlain = /^\{\s*frame,\s*defaults,?\s*\}$/.test(name.getText(source.file))
    if (!isPlain || /\brequest\b(?<!\.request)/.test(body.getText(source.file))) return leaveByHand(BY_HAND)
    replaceFrame(source, body)
    return { code: rewritten(source, body, 'request', 'defaults') }
  }
  const isHead = usesIn(source, body, name).every(
    ({ parent, text }) =>
      isAsset(parent.getText(source.file), text) ||
      (ts.isPropertyAccessExpression(parent) && /^(?:url|method)$/.test(parent.name.text)),
  )
  return isHead ? { code: rewritten(source, body, name.text, second?.name.getText(source.file)) } : leaveByHand(BY_HAND)
}

/** Whether a request is for a file of a page, by the end of its path. */
export function assetCode(request: string): string {
  return `${ASSETS}.test(new URL(${request}.url).pathname)`
}

const ASSETS =
  '/\\.(?:html|s?css|less|[cm]?[jt]sx?|json|csv|xml|txt|md|pdf|ico|svg|png|jpe?g|gif|webp|avif|woff2?|[ot]tf|eot|mp[34]|webm|og[gv]|wav|mov|zip)$/i'

function isAsset(text: string, request: string): boolean {
  return text === `isCommonAssetRequest(${request})`
}

/** A frame is of HTTP or of a WebSocket, whose handshake is a request here. */
const FRAMES: readonly (readonly [RegExp, string])[] = [
  [/^frame\.protocol === ['"]http['"]$|^frame instanceof HttpNetworkFrame$/, '!=='],
  [/^frame\.protocol === ['"]websocket['"]$|^frame instanceof WebSocketNetworkFrame$/, '==='],
]

function replaceFrame(source: Source, body: ts.Node): void {
  const { ts } = source
  const visit = (node: ts.Node): void => {
    const text = node.getText(source.file)
    const found = FRAMES.find(([pattern]) => pattern.test(text))
    if (found) source.replace(node, `request.headers.upgrade ${found[1]} ${source.quote('websocket')}`)
    else if (isAsset(text, 'frame.data.request')) source.replace(node, assetCode('request'))
    else if (/^frame\.data\.request\.(?:url|method)$/.test(text)) source.replace(node, text.slice('frame.data.'.length))
    else if (ts.isIdentifier(node) && node.text === 'frame') leaveByHand(BY_HAND)
    else ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
}

/** What a function without conditions prints: `print.error()`. */
function onlyCall({ ts, file }: Source, { body }: Listener): string | undefined {
  const [statement, ...others] = body && ts.isBlock(body) ? body.statements : []
  const call = statement ? ts.isExpressionStatement(statement) && statement.expression : body
  if (others.length > 0 || !call || !ts.isCallExpression(call)) return undefined
  return /^(?:\w+\.)?(error|warn|warning)$/.exec(call.expression.getText(file))?.[1]
}

/** A request passes where the function returns, and fails where it prints the error. */
function rewritten(source: Source, body: ts.Block, request: string, print: string | undefined): string {
  const { ts } = source
  const pass = `return ${source.quote('passthrough')}`
  const visit = (inner: ts.Node): void => {
    if (ts.isFunctionLike(inner)) return
    const text = inner.getText(source.file).replace(/;$/, '')
    if (isAsset(text, request)) source.replace(inner, assetCode(request))
    else if (ts.isReturnStatement(inner)) source.replace(inner, pass + semicolonOf(source, inner))
    else if (ts.isExpressionStatement(inner) && text === `${print}.error()`)
      source.replace(inner, `return${semicolonOf(source, inner)}`)
    else if (ts.isExpressionStatement(inner) && new RegExp(`^${print}\\.warn(?:ing)?\\(\\)$`).test(text))
      source.replace(
        inner,
        `console.warn(\`No stub answers \${${request}.method} \${${request}.url}\`)${semicolonOf(source, inner)}`,
      )
    else if (print && ts.isIdentifier(inner) && inner.text === print) leaveByHand(BY_HAND)
    else ts.forEachChild(inner, visit)
  }
  ts.forEachChild(body, visit)
  const last = body.statements.at(-1)
  const isError = last?.getText(source.file).replace(/;$/, '') === `${print}.error()`
  if (last && isError) source.remove(last)
  else if (last && endsOpen(source, last))
    source.edits.insert(last.end, `\n${source.indentOf(last)}${pass}${source.style.semicolon}`)
  return `(${request}) => ${source.code(body)}`
}
