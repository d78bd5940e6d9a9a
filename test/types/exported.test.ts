import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/*
 * Whoever writes a function around mynah's has to name the types of its arguments and its result. TypeScript writes an alias out
 * where it cannot name it, but not an interface: docs/inside/decisions/0022-exported-types.md.
 */

const ROOT = join(import.meta.dirname, '../..')
const SRC = join(ROOT, 'src')
const ENTRIES = join(SRC, 'entries')

const files = readdirSync(ENTRIES).map((file) => join(ENTRIES, file))
const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
const program = ts.createProgram(files, options)
const checker = program.getTypeChecker()

/** Returns the declarations that a name stands for, through imports and re-exports. */
function declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return target.declarations ?? []
}

/** What all entries export together: an entry may name the types of another. */
const exported = new Set(
  files.flatMap((file) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile)
    return symbol ? checker.getExportsOfModule(symbol).flatMap(declarationsOf) : []
  }),
)

function isInternal(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')
}

function isHidden(node: ts.Node): boolean {
  if (isInternal(node)) return true
  if (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name)) return true
  return ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
}

/** Adds the types that a declaration names: those of its parameters, results and members, not those of its code. */
function collect(node: ts.Node, add: (name: ts.Identifier) => void): void {
  if (ts.isBlock(node) || isHidden(node)) return
  if (ts.isVariableDeclaration(node) && node.type === undefined) return
  // A conditional type is computed: nobody needs the names of its steps.
  if (ts.isConditionalTypeNode(node)) return
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) add(node.typeName)
  if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression)) add(node.expression)
  ts.forEachChild(node, (child) => {
    if (!ts.isExpression(child) || ts.isExpressionWithTypeArguments(child)) collect(child, add)
  })
}

test('every interface that a public signature names is exported', () => {
  const missing = new Set<string>()
  const seen = new Set<ts.Declaration>()
  const visit = (declaration: ts.Declaration) => {
    if (seen.has(declaration)) return
    seen.add(declaration)
    collect(declaration, (name) => {
      const symbol = checker.getSymbolAtLocation(name)
      if (!symbol || symbol.flags & ts.SymbolFlags.TypeParameter) return
      const declarations = declarationsOf(symbol)
      // A package's type to which mynah adds members is the package's.
      const isOwn = declarations.every((one) => one.getSourceFile().fileName.startsWith(SRC))
      if (declarations.length === 0 || !isOwn) return
      if (declarations.every(ts.isTypeAliasDeclaration)) for (const one of declarations) visit(one)
      else if (!declarations.some((one) => exported.has(one))) {
        missing.add(`${name.text}, in ${relative(SRC, declaration.getSourceFile().fileName)}`)
      }
    })
  }
  for (const declaration of exported) visit(declaration)
  expect([...missing]).toEqual([])
}, 60_000)
