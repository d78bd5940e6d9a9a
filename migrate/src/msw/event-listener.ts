import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantOf } from '../read/constants.ts'
import { calleeOf, isDeclarationName, usesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline } from '../request/resolver.ts'
import { isOnlyCounted } from './handlers/handlers.ts'

export type Listener = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration

/** The function of a listener: written inline, or one of the file that only listens. */
export function listenerOf(source: Source, node: ts.Expression | undefined): Listener | undefined {
  const { ts, checker } = source
  if (isInline(source, node)) return node
  if (!node || !ts.isIdentifier(node)) return leaveByHand(INLINE)
  const value = constantOf(source, node)
  // A spy that is only counted reads nothing.
  if (SPY.test(value?.getText() ?? '') && isOnlyCounted(source, node)) return undefined
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  const found = declaration && ts.isFunctionDeclaration(declaration) ? declaration : value
  const isKnown = found?.getSourceFile() === source.file && (isInline(source, value) || found === declaration)
  const isListening = (use: ts.Node) => isDeclarationName(use) || /\.events\.\w+$/.test(calleeOf(source, use.parent))
  const listens = usesIn(source, source.file, node).every(isListening)
  return isKnown && listens ? (found as Listener) : leaveByHand(INLINE)
}

const INLINE = 'write the listener inline: it gets a call, ({ request, response }) => …'

const SPY = /^(?:vi|jest)\.fn\(\)/

/** A listener gets a call, whose request is plain data, and whose response has the status and the headers. */
export function convertListener(source: Source, listener: Listener, first: string): void {
  const { ts } = source
  const pattern = listener.parameters[0]?.name
  if (pattern && ts.isIdentifier(pattern)) replaceMembers(source, listener, pattern)
  else if (pattern && !ts.isObjectBindingPattern(pattern))
    leaveByHand('a listener gets a call: write its parameter as { request, response }')
  else if (pattern) {
    const fields = pattern.elements.map((one) => fieldOf(source, listener, one))
    source.replace(pattern, `{ ${fields.join(', ')} }`)
  }
  if (first) beginWith(source, listener, first)
}

function beginWith(source: Source, { body }: Listener, code: string): void {
  const { ts, style } = source
  if (!body) return
  if (!ts.isBlock(body)) {
    source.replace(body, `{ ${code}; ${source.code(body)} }`)
    return
  }
  const [next] = body.statements
  const isWide = next && body.getText(source.file).includes('\n')
  const end = isWide ? `${style.semicolon}\n${source.indentOf(next)}` : next ? '; ' : ''
  if (next) source.edits.insert(next.getStart(source.file), code + end)
  else source.replace(body, `{ ${code} }`)
}

/** The members of an event that a call has too. */
function replaceMembers(source: Source, { body }: Listener, name: ts.Identifier): void {
  const { ts } = source
  for (const { parent } of body ? usesIn(source, body, name) : []) {
    const member = parent.parent && ts.isPropertyAccessExpression(parent) ? parent.name.text : ''
    const read = ts.isPropertyAccessExpression(parent.parent) ? parent.parent.name.text : ''
    if (member === 'request') {
      if (!/^(?:url|method)$/.test(read)) source.edits.insert(parent.end, '.raw')
    } else if (member !== 'response' || read !== 'status')
      leaveByHand(`write what it reads of a call as ${name.text}.request.raw or ${name.text}.response?.status`)
  }
}

/** The headers of a call's response are a record. Returns whether one is read. */
function replaceHeader(source: Source, { parent, text }: ts.Identifier): boolean {
  const { ts, file } = source
  const call = parent.parent?.parent
  const [, name] = /^\w+\.headers\.get\(['"]([\w-]+)['"]\)$/.exec(call?.getText(file) ?? '') ?? []
  if (!call || !ts.isCallExpression(call) || !name) return false
  const code = `${text}.headers[${source.quote(name.toLowerCase())}] ?? null`
  source.replace(call, ts.isCallExpression(call.parent) ? code : `(${code})`)
  return true
}

function fieldOf(source: Source, listener: Listener, element: ts.BindingElement): string {
  const { ts } = source
  const property = (element.propertyName ?? element.name).getText(source.file)
  if (!listener.body || !ts.isIdentifier(element.name))
    return leaveByHand('take both out of the call by their names: ({ request, response }) => …')
  const uses = usesIn(source, listener.body, element.name)
  const reads = (use: ts.Identifier, members: RegExp) =>
    ts.isPropertyAccessExpression(use.parent) && members.test(use.parent.name.text)
  if (property === 'request')
    return uses.every((use) => reads(use, /^(?:url|method)$/))
      ? element.getText(source.file)
      : `request: { raw: ${element.name.text} }`
  if (property === 'response' && uses.every((use) => reads(use, /^status$/) || replaceHeader(source, use)))
    return element.getText(source.file)
  return leaveByHand(
    property === 'response' ? 'call.response has the status and the headers alone' : `a call has no ${property}`,
  )
}
