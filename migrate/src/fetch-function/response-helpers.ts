import type ts from 'typescript'
import { isChangedLater, isChanging } from '../declare/changing.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { innerOf, isDeclarationName, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline, returnsOf } from '../request/resolver.ts'
import { newResponse } from './response-objects.ts'
import { resolvedOf } from './returned-values.ts'

/**
 * Has a function of the file that makes objects in place of responses, `(data) => ({ ok: true, json: async () => data })`, make
 * responses. Returns the code of a value that it makes; `undefined` if no such function does.
 */
export function madeByHelper(source: Source, value: ts.Expression): string | undefined {
  const { ts, checker } = source
  const callee = ts.isCallExpression(value) ? value.expression : undefined
  const symbol = callee && ts.isIdentifier(callee) ? checker.getSymbolAtLocation(callee) : undefined
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || declaration.getSourceFile() !== source.file) return undefined
  const held = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  const made = ts.isFunctionDeclaration(declaration) ? declaration : isInline(source, held) ? held : undefined
  if (!made?.body) return undefined
  const values = ts.isBlock(made.body) ? returnsOf(source, made.body) : [made.body]
  const objects = values.map((one) => resolvedOf(source, one))
  if (objects.length === 0 || !objects.every((one): one is ts.ObjectLiteralExpression => isResponse(source, one)))
    return undefined
  // `Response.json(undefined)` throws.
  const isCalled = (use: ts.Identifier) =>
    ts.isCallExpression(use.parent) &&
    use.parent.expression === use &&
    made.parameters.slice(use.parent.arguments.length).every(({ initializer }) => initializer)
  const uses = usesOf(source, symbol, symbol.name).filter((use) => !isDeclarationName(use))
  const isOnlyCalled = uses.every(isCalled)
  if (!isOnlyCalled || /\bexports?\b/.test(source.file.text))
    return leaveByHand(`have ${symbol.name} return a Response: Response.json(data, { status })`)
  for (const one of objects) {
    const whole = outerOf(source, one)
    if (!/^\(*(?:new )?Response\b/.test(source.code(whole))) source.replace(whole, newResponse(source, one))
  }
  const isLater = values.some((one, index) => innerOf(source, one) !== objects[index])
  const isAsync = made.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  const args = ts.isCallExpression(value) ? value.arguments : []
  // What is in the object is read when the request comes.
  if (!isLater && !isAsync)
    return `${args.some((one) => isChangedLater(source, one)) ? '() => ' : ''}${source.code(value)}`
  if (args.some((one) => isChanging(source, one)))
    leaveByHand('write what this promise resolves to as a payload: mocks.use.all(/.*/, payload)')
  return `() => ${source.code(value)}`
}

function isResponse({ ts, file }: Source, value: ts.Expression): boolean {
  const names = ts.isObjectLiteralExpression(value) ? value.properties.map((one) => one.name?.getText(file)) : []
  return names.some((name) => /^(?:ok|json|text)$/.test(name ?? ''))
}
