import type ts from 'typescript'
import { nodesIn } from './nodes.ts'
import type { Source, TypeScript } from './source.ts'

/** What a parameter without a type stands for: what all calls of its function pass, in any file; `undefined` if one is not known. */
export function passedTo(source: Source, node: ts.Expression): (ts.Expression | undefined)[] | undefined {
  const { ts, checker, rulings, file } = source
  const parameter = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
  if (!parameter || !ts.isParameter(parameter) || parameter.type || parameter.dotDotDotToken) return undefined
  const maker = parameter.parent
  const name = isDefault(ts, maker) ? undefined : nameOfFunction(ts, maker)?.text
  if (name === undefined) return undefined
  const files = isExporting(file) ? rulings.files() : [file]
  const calls = files.flatMap((one) => (one.text.includes(name) ? callsIn(source, one, name, maker) : []))
  const index = maker.parameters.indexOf(parameter)
  const values = calls.map((call) => call && (call.arguments?.[index] ?? parameter.initializer))
  return calls.length === 0 || calls.includes(undefined) ? undefined : values
}

/** Whether other files may call the functions of a file. */
export function isExporting({ text }: ts.SourceFile): boolean {
  return /\bexports?\b/.test(text)
}

/** The calls of a function in a file, and `undefined` for each other use of its name. */
function callsIn(
  { ts, checker }: Source,
  file: ts.SourceFile,
  name: string,
  maker: ts.SignatureDeclaration,
): (ts.CallExpression | ts.NewExpression | undefined)[] {
  const isUse = (node: ts.Node) =>
    (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name && !isNaming(ts, node)
  return nodesIn(ts, file, isUse).flatMap((node) => {
    const call = callOf(ts, node)
    if (!call) return [undefined]
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
