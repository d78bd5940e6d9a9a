import type ts from 'typescript'
import { nodesIn, propertyOf, symbolAt } from './nodes.ts'
import type { Source, TypeScript } from './source.ts'

/**
 * What a parameter without a type, or of any, stands for, also a member that it takes apart: what all calls of its function pass, in any file;
 * `undefined` if one is not known.
 */
export function passedTo(source: Source, node: ts.Expression): (ts.Expression | undefined)[] | undefined {
  const { ts, rulings, file } = source
  const declaration = ts.isIdentifier(node) ? symbolAt(source, node)?.valueDeclaration : undefined
  const element = declaration && ts.isBindingElement(declaration) ? declaration : undefined
  const parameter = element ? element.parent.parent : declaration
  if (!parameter || !ts.isParameter(parameter) || parameter.dotDotDotToken) return undefined
  if (!element && parameter.type && !/^(?:any|unknown)$/.test(parameter.type.getText())) return undefined
  const maker = parameter.parent
  const name = ownNameOf(ts, maker)
  if (name === undefined) return undefined
  const files = isExporting(file) ? rulings.files() : [file]
  const calls = files.flatMap((one) => (one.text.includes(name) ? callsIn(source, one, name, maker) : []))
  if (calls.length === 0 || calls.includes(undefined)) return undefined
  const values = calls.map((call) => call?.arguments?.[maker.parameters.indexOf(parameter)] ?? parameter.initializer)
  if (!element) return values
  const key = (element.propertyName ?? element.name).getText()
  const isKnown = values.every(
    (one) => one && ts.isObjectLiteralExpression(one) && !one.properties.some(ts.isSpreadAssignment),
  )
  return isKnown && !element.dotDotDotToken
    ? values.map((one) => propertyOf(source, one as ts.ObjectLiteralExpression, key) ?? element.initializer)
    : undefined
}

/** Whether other files may call the functions of a file. */
export function isExporting({ text }: ts.SourceFile): boolean {
  return /\bexports?\b/.test(text)
}

/** The calls of a function in a file, and `undefined` for each other use of its name: a member that has it is one unless told otherwise. */
export function callsIn(
  { ts, checker }: Source,
  file: ts.SourceFile,
  name: string,
  maker: ts.SignatureDeclaration,
  areMembers = true,
): (ts.CallExpression | ts.NewExpression | undefined)[] {
  const isUse = (node: ts.Node) =>
    (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name && !isNaming(ts, node)
  return nodesIn(ts, file, isUse).flatMap((node) => {
    const call = callOf(ts, node)
    const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node
    if (!call) return areMembers || !isMember ? [undefined] : []
    const called = checker.getResolvedSignature(call)?.declaration
    if (called === maker) return [call]
    return called ? [] : [undefined]
  })
}

export type FunctionName = ts.Identifier | ts.StringLiteral

/** The name by which a function is called. */
export function nameOfFunction(ts: TypeScript, node: ts.SignatureDeclaration): FunctionName | undefined {
  const { parent } = node
  if (ts.isConstructorDeclaration(node)) return node.parent.name
  const isInline = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
  const assigned = isInline && ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left)
  if (assigned && !/^module\.exports$/.test(parent.left.getText())) return parent.left.name as ts.Identifier
  const isHeld = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
  const name = isInline ? (isHeld ? parent.name : undefined) : node.name
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name : undefined
}

/** The name by which a function is called; none if its file exports it by default: each importer names it then. */
export function ownNameOf(ts: TypeScript, node: ts.SignatureDeclaration): string | undefined {
  return isDefault(ts, node) ? undefined : nameOfFunction(ts, node)?.text
}

/** The call of what a name stands for, or of the member that it names. */
export function callOf(ts: TypeScript, name: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
  const { parent } = name
  const callee = ts.isPropertyAccessExpression(parent) && parent.name === name ? parent : name
  const call = callee.parent
  return (ts.isCallExpression(call) || ts.isNewExpression(call)) && call.expression === callee ? call : undefined
}

/** Whether a node is what a file exports by default, or its `module.exports`. */
export function isDefault(typescript: TypeScript, node: ts.Node): boolean {
  if (typescript.isExportAssignment(node)) return true
  if (typescript.isBinaryExpression(node)) return node.left.getText() === 'module.exports'
  const modifiers = typescript.canHaveModifiers(node) ? node.modifiers : undefined
  return modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.DefaultKeyword) === true
}

/** Whether a node is the name of a declaration, or of an import or an export under the same name. */
export function isNaming(typescript: TypeScript, node: ts.Node): boolean {
  const { parent } = node
  if (
    typescript.isImportSpecifier(parent) ||
    typescript.isExportSpecifier(parent) ||
    typescript.isBindingElement(parent)
  )
    return parent.propertyName === undefined
  if (
    typescript.isFunctionDeclaration(parent) ||
    typescript.isVariableDeclaration(parent) ||
    typescript.isMethodDeclaration(parent) ||
    typescript.isPropertyAssignment(parent)
  )
    return parent.name === node
  // What an object hands on under its name is called by it.
  return typescript.isShorthandPropertyAssignment(parent)
}
