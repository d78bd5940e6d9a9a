import type ts from 'typescript'
import { dropDeclaration } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { innerOf, isInside, usesOf } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { madeByHelper } from './response-helpers.ts'
import { type Answer, withInit } from './response-init.ts'
import { objectAnswer } from './response-objects.ts'

/** Reads a body and `{ status, statusText, headers }`. A text that `JSON.stringify` makes is the payload itself. */
export function bodyAnswer(
  source: Source,
  body: ts.Expression | undefined,
  init?: ts.Expression,
  ignored?: RegExp,
): Answer {
  const { ts } = source
  const isJson = body && ts.isCallExpression(body) && body.expression.getText(source.file) === 'JSON.stringify'
  const [value, ...others] = isJson ? body.arguments : []
  const isNothing = body === undefined || /^(?:undefined|null|''|"")$/.test(body.getText(source.file))
  if (body && !isJson && kindOf(source, body) === 'json' && !isNothing)
    leaveByHand(`is ${shorten(source.code(body))} the text of the body? Write text(…)`)
  const payload = isNothing
    ? { code: 'undefined', isJson: false }
    : value && others.length === 0
      ? { code: source.code(value), isJson: true }
      : payloadCode(source, body)
  const answer = withInit(source, payload, init, ignored)
  // A payload has to have a type.
  const isUnknown = value && (source.checker.getTypeAtLocation(value).flags & ts.TypeFlags.Unknown) !== 0
  if (!body || ignored || !(isUnknown || (init && comparesHeaders(source)))) return answer
  const code = `new Response(${source.code(body)}${init ? `, ${source.code(init)}` : ''})`
  return { response: { code, isJson: false }, settings: [] }
}

/** Whether tests have all headers of a response in a snapshot: mynah's have the length, and those of a `Response` do not. */
function comparesHeaders({ file, rulings }: Source): boolean {
  return [file, ...rulings.importers()].some(({ text }) =>
    /"headers": \{\n\s+"content-type": "[^"]*",\n\s+\}/.test(text),
  )
}

/** Reads `new Response(body, init)`, `Response.json(data, init)`, or an object that stands for a response: `{ ok, json }`. */
export function responseAnswer(source: Source, node: ts.Expression): Answer {
  const { ts } = source
  const value = innerOf(source, node)
  if (ts.isNewExpression(value) && value.expression.getText(source.file) === 'Response') {
    const [body, init] = value.arguments ?? []
    return bodyAnswer(source, body, init)
  }
  if (ts.isCallExpression(value) && value.expression.getText(source.file) === 'Response.json' && value.arguments[0]) {
    const [data, init] = value.arguments
    return withInit(source, { code: source.code(data as ts.Expression), isJson: true }, init)
  }
  if (ts.isObjectLiteralExpression(value)) return objectAnswer(source, value)
  const declaration = variableBefore(source, value)
  if (declaration?.initializer && ts.isObjectLiteralExpression(declaration.initializer)) {
    const answer = objectAnswer(source, declaration.initializer)
    dropDeclaration(source, declaration)
    return answer
  }
  const made = madeByHelper(source, value)
  if (made) return { response: { code: made, isJson: false }, settings: [] }
  if (kindOf(source, value) === 'response') return { response: payloadCode(source, value), settings: [] }
  if (value.getText(source.file) === 'undefined')
    return leaveByHand('fetch never resolves with undefined: write networkError(error), or remove this')
  return leaveByHand(
    `write the payload and the status of ${shorten(source.code(value))}: mocks.use.get(path, payload, { status })`,
  )
}

/** A constant of the block that only this value uses, and its own functions. Behind it stand declarations alone. */
function variableBefore(source: Source, value: ts.Expression): ts.VariableDeclaration | undefined {
  const { ts } = source
  const symbol = ts.isIdentifier(value) ? source.checker.getSymbolAtLocation(value) : undefined
  const declaration = symbol?.valueDeclaration
  if (!symbol || !ts.isIdentifier(value) || !declaration || !ts.isVariableDeclaration(declaration)) return undefined
  const list = declaration.parent
  const statement = ts.findAncestor(value, ts.isStatement)
  if (!statement || !ts.isVariableDeclarationList(list) || list.declarations.length > 1) return undefined
  const block = statement.parent
  const statements = ts.isBlock(block) || ts.isSourceFile(block) ? block.statements : undefined
  const before = statements?.slice(0, statements.indexOf(statement)) ?? []
  const from = before.findLastIndex((one) => !ts.isVariableStatement(one))
  const isConstant =
    (list.flags & ts.NodeFlags.Const) !== 0 && before.slice(from + 1).some((one) => one === list.parent)
  const uses = usesOf(source, symbol, value.text).filter((use) => !isInside(use, declaration))
  return isConstant && uses.length === 1 ? declaration : undefined
}
