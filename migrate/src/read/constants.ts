import type ts from 'typescript'
import { originalOf } from './imports.ts'
import { callOf, isAssignment, nameOfFunction, nodesIn, partsOfText, propertyOf, symbolAt, usesOf } from './nodes.ts'
import type { Source } from './source.ts'

/** Returns the text of a string that is written in the file, or of a `const` that holds one. */
export function constantText(source: Source, node: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return constantText(source, node.expression)
  const parts = partsOfText(source, node)
  if (parts) {
    const texts = parts.map((one) => (typeof one === 'string' ? one : constantText(source, one)))
    return texts.includes(undefined) ? undefined : texts.join('')
  }
  if (ts.isNumericLiteral(node)) return node.text
  const encoded = encodedIn(source, node)
  if (encoded) {
    const text = constantText(source, encoded)
    return text === undefined ? undefined : encodeURIComponent(text)
  }
  const value = ts.isIdentifier(node) ? constantOf(source, node) : memberOf(source, node)
  const text = value && constantText(source, value)
  if (text !== undefined || !(ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))) return text
  // The type of a constant of another file tells its text.
  const type = source.checker.getTypeAtLocation(node)
  return type.isStringLiteral() ? type.value : importedText(source, node)
}

export function encodedIn({ ts }: Source, node: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined
  return node.expression.text === 'encodeURIComponent' ? node.arguments[0] : undefined
}

function importedText(source: Source, node: ts.Expression): string | undefined {
  const { ts, checker } = source
  const symbol = ts.isPropertyAccessExpression(node) ? checker.getSymbolAtLocation(node.name) : undefined
  const declaration = symbol?.valueDeclaration
  const isOther = declaration && declaration.getSourceFile() !== source.file
  return isOther && ts.isPropertyAssignment(declaration) ? constantText(source, declaration.initializer) : undefined
}

/** The value of a member of an object that a `const` holds: `paths.users`. */
function memberOf(source: Source, node: ts.Expression): ts.Expression | undefined {
  const { ts } = source
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined
  const value = constantOf(source, node.expression)
  const object = value && ts.isAsExpression(value) ? value.expression : value
  return object && ts.isObjectLiteralExpression(object) ? propertyOf(source, object, node.name.text) : undefined
}

/** The value of a `const`, or of a variable that is never set again, as it is written. */
export function constantOf(source: Source, node: ts.Identifier): ts.Expression | undefined {
  const { ts } = source
  const declaration = symbolAt(source, node)?.valueDeclaration
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  return isConst || !isSetAgain(source, declaration) ? declaration.initializer : undefined
}

/** The value of a variable that gets one in its file, where it is declared or later. */
export function onlyValueOf(source: Source, node: ts.Identifier): ts.Expression | undefined {
  const constant = constantOf(source, node)
  const symbol = symbolAt(source, node)
  const values = symbol && !constant ? valuesOf(source, symbol) : []
  return constant ?? (values.length === 1 ? values[0] : undefined)
}

/** What a file gives to a variable: its first value, and those that are assigned. What a pattern or a loop gives is not known: it counts twice. */
export function valuesOf(source: Source, symbol: ts.Symbol): ts.Expression[] {
  const { ts } = source
  return usesOf(source, symbol, symbol.name).flatMap((use) => {
    const { parent } = use
    if (ts.isVariableDeclaration(parent)) return parent.name === use ? (parent.initializer ?? []) : []
    if (!isSetBy(source, use)) return []
    return ts.isBinaryExpression(parent) && parent.left === use ? parent.right : [use, use]
  })
}

/** The name of the property that an expression reads: `t.context.pool`, or `pool` of `const { pool } = t.context`. */
export function memberRead(source: Source, node: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  const declaration = ts.isIdentifier(node) ? symbolAt(source, node)?.valueDeclaration : undefined
  const isPart = declaration && ts.isBindingElement(declaration) && ts.isObjectBindingPattern(declaration.parent)
  return isPart ? (declaration.propertyName ?? declaration.name).getText() : undefined
}

/** The values that a file assigns to the properties of a name, whatever object has them. */
export function valuesOfMember(source: Source, name: string | undefined): readonly ts.Expression[] {
  const { ts, file, members } = source
  const values = members.get(name) ?? nodesIn(ts, file, ts.isIdentifier).flatMap(givenBy)
  members.set(name, values)
  return values

  function givenBy(one: ts.Identifier): ts.Expression | readonly ts.Expression[] {
    const { parent } = one
    if (one.text !== name || !('name' in parent) || parent.name !== one) return []
    if (ts.isShorthandPropertyAssignment(parent)) return memberRead(source, one) === name ? [] : one
    if (ts.isPropertyAssignment(parent)) return parent.initializer
    const { parent: set } = parent
    return ts.isPropertyAccessExpression(parent) && isAssignment(source, set) && set.left === parent ? set.right : []
  }
}

/** The calls of a function, in its file or in one that imports it. A member counts by its name. */
export function callersOf({ ts, file, rulings }: Source, node: ts.SignatureDeclaration) {
  const name = nameOfFunction(ts, node)?.text
  const named = [file, ...rulings.importers()].flatMap((one) => nodesIn(ts, one, ts.isIdentifier))
  return named.flatMap((one) => (one.text === name ? (callOf(ts, one) ?? []) : []))
}

/** Whether a parameter may have such a text: it is its default, or a caller hands it over, in this file or in one that imports it. */
export function isHanded(source: Source, node: ts.Expression, text: RegExp): boolean {
  const { ts } = source
  const declaration = symbolAt(source, node)?.valueDeclaration
  const parameter = ts.findAncestor(declaration, ts.isParameter)
  if (!declaration || !parameter) return false
  const index = parameter.parent.parameters.indexOf(parameter)
  const handed = callersOf(source, parameter.parent).map((call) => {
    const value = call.arguments?.[index]
    const isPart = value && ts.isBindingElement(declaration) && ts.isObjectLiteralExpression(value)
    return isPart ? propertyOf(source, value, (declaration.propertyName ?? declaration.name).getText()) : value
  })
  const own = ts.isBindingElement(declaration) || ts.isParameter(declaration) ? declaration.initializer : undefined
  const codeOf = (one: ts.Expression) => ((ts.isIdentifier(one) && constantOf(source, one)) || one).getText()
  return [...handed, own].some((one) => one && text.test(constantText(source, one) ?? codeOf(one)))
}

/** Whether what a text names has such a text in its declaration: a constant, or a function. An unknown member counts by its name. */
export function isMadeOf(source: Source, node: ts.Expression, text: RegExp): boolean {
  const { ts, file } = source
  const parts = partsOfText(source, node)
  const isMade = (one: string | ts.Expression) => typeof one !== 'string' && isMadeOf(source, one, text)
  if (parts) return !parts.some((one) => typeof one === 'string' && text.test(one)) && parts.some(isMade)
  const named = ts.isCallExpression(node) ? node.expression : node
  const name = ts.isPropertyAccessExpression(named) ? named.name : named
  const isOfName = (one: ts.PropertyAssignment) => one.name.getText(file) === name.getText(file)
  const declarations =
    originalOf(source, symbolAt(source, name))?.declarations ??
    nodesIn(ts, file, ts.isPropertyAssignment).filter(isOfName)
  const isText = (one: ts.Node) => (ts.isStringLiteral(one) || ts.isTemplateLiteralToken(one)) && text.test(one.text)
  return declarations.some((one) => nodesIn(ts, one, isText).length > 0)
}

/** Whether a use gives a value to its variable: `page = 2`, `page++`, `[page] = pages`, `for (page of pages)`. */
export function isSetBy(source: Source, use: ts.Node): boolean {
  const { ts } = source
  const { parent } = use
  const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind
  if (ts.isPostfixUnaryExpression(parent) || ts.isPrefixUnaryExpression(parent))
    return parent.operator === PlusPlusToken || parent.operator === MinusMinusToken
  if (ts.isBinaryExpression(parent) && parent.left === use) {
    const { kind } = parent.operatorToken
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
  }
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === use
  const isPart =
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === use)
  return isPart && isSetBy(source, parent)
}

function isSetAgain(source: Source, { name }: ts.VariableDeclaration): boolean {
  const { ts } = source
  const symbol = source.checker.getSymbolAtLocation(name)
  if (!symbol || !ts.isIdentifier(name) || name.getSourceFile() !== source.file) return true
  return usesOf(source, symbol, name.text).some((use) => isSetBy(source, use))
}
