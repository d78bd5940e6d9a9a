import type ts from 'typescript'
import { usesIn } from '../../read/nodes.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import type { Inline } from '../../request/resolver.ts'

const MEMBERS = ['request', 'params', 'cookies']

export function convertParameter(source: Source, node: Inline, handed: readonly string[], hasNext: boolean): void {
  const { ts } = source
  const [parameter] = node.parameters
  const name = parameter?.name
  if (parameter?.dotDotDotToken) leaveByHand('write the parameter of this resolver as one: (info) => …')
  if (name && ts.isIdentifier(name) && readWhole(source, node, name, hasNext)) return
  const elements = name && ts.isObjectBindingPattern(name) ? name.elements : []
  const same = elements.filter((one) => handed.includes((one.propertyName ?? one.name).getText(source.file)))
  const fields = elements.filter((one) => !same.includes(one)).map((one) => fieldOf(source, one))
  const isKept = elements.length === 1 && readsHeadOnly(source, node, elements[0])
  if (isKept && !hasNext && !parameter?.type) return
  // `request.raw` is the platform's `Request`, which is what the body of the resolver reads.
  const inner = fields.length > 0 ? [isKept ? 'request' : `request: { ${fields.join(', ')} }`] : []
  const names = [...inner, ...same.map((one) => one.getText(source.file)), ...(hasNext ? ['next'] : [])]
  if (names.length === 0) return
  const code = `{ ${names.join(', ')} }`
  if (parameter) source.replace(parameter, code)
  else source.edits.insert(node.parameters.pos, code)
}

/** Rewrites what a body reads of a parameter that has a name: `info.params` is `info.request.params`. Returns whether it reads any. */
function readWhole(source: Source, node: Inline, name: ts.Identifier, hasNext: boolean): boolean {
  const { ts, checker } = source
  const uses = usesIn(source, node.body, name)
  for (const use of uses) {
    const { parent } = use
    const member = ts.isPropertyAccessExpression(parent) && parent.expression === use ? parent.name.text : ''
    const pattern = ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name) ? parent.name : undefined
    const isHandedOn = ts.isCallExpression(parent) && isResolver(source, checker.getTypeAtLocation(parent.expression))
    if (hasNext || !(pattern || isHandedOn || MEMBERS.includes(member)))
      leaveByHand(`take ${name.text} apart: ({ request }) has params, cookies, and raw`)
    const fields = pattern?.elements.map((one) => fieldOf(source, one))
    if (pattern) source.replace(pattern, `{ request: { ${fields?.join(', ')} } }`)
    else if (!isHandedOn) source.replace(parent, `${name.text}.request.${member === 'request' ? 'raw' : member}`)
  }
  return uses.length > 0
}

/** Whether a type is that of a resolver of msw, or of a function that is written as one. */
export function isResolver(source: Source, type: ts.Type | undefined): boolean {
  const { ts, checker } = source
  const declarationOf = (one: ts.Type | undefined) => one?.getNonNullableType().getCallSignatures()[0]?.declaration
  const own = declarationOf(type)
  const isWritten = own && (ts.isArrowFunction(own) || ts.isFunctionExpression(own))
  const alias = (isWritten ? declarationOf(checker.getContextualType(own)) : own)?.parent
  return alias !== undefined && ts.isTypeAliasDeclaration(alias) && alias.name.text === 'ResponseResolver'
}

export function fieldOf(source: Source, element: ts.BindingElement): string {
  const property = (element.propertyName ?? element.name).getText(source.file)
  if (element.dotDotDotToken || !MEMBERS.includes(property)) {
    leaveByHand(`a resolver has no ${property} here: it is handed { request }, with params, cookies, and raw`)
  }
  return property === 'request' ? `raw: ${element.name.getText(source.file)}` : element.getText(source.file)
}

/** Whether a resolver reads of a request only what mynah's has too. */
function readsHeadOnly(source: Source, node: Inline, element: ts.BindingElement | undefined): boolean {
  const { ts } = source
  const name = element?.name
  if (!name || !ts.isIdentifier(name) || name.text !== 'request' || element.propertyName) return false
  return usesIn(source, node.body, name).every(
    ({ parent }) => ts.isPropertyAccessExpression(parent) && /^(?:url|method|signal)$/.test(parent.name.text),
  )
}
