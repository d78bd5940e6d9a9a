import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import type { Staying } from './left-together.ts'
import type { ProjectFiles } from './project-files.ts'
import type { TypeScript } from './read/source.ts'

const RUNS = /^(?:it|test|before|after|beforeEach|afterEach|beforeAll|afterAll)$/

/** A function that returned an answer has to keep it if a caller uses what it returns. What has its name counts as a use of it. */
export function leftWithCallers(results: readonly Converted[], files: ProjectFiles): Staying[] {
  return results.flatMap(({ file, result }) =>
    result.answering.flatMap(({ name, construct }): Staying[] => {
      const used = first(files.own, (one) => (one.text.includes(name) ? usedResult(files.ts, one, name) : undefined))
      if (!used) return []
      return [
        [file, `declare this answer in a statement: ${files.placeOf(used)} uses what ${name}() returns`, construct],
      ]
    }),
  )
}

function first(
  files: readonly ts.SourceFile[],
  find: (file: ts.SourceFile) => ts.Node | undefined,
): ts.Node | undefined {
  for (const file of files) {
    const found = find(file)
    if (found) return found
  }
  return undefined
}

/** The first place in a file that may use what a function of a name returns. */
function usedResult(ts: TypeScript, file: ts.SourceFile, name: string): ts.Node | undefined {
  const visit = (node: ts.Node): ts.Node | undefined => {
    const isNamed = (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name
    if (isNamed && !isDeclared(ts, node) && !isUnused(ts, node)) return node
    return ts.forEachChild(node, visit)
  }
  return visit(file)
}

/** The name of a declaration, or of an import or an export under the same name. */
function isDeclared(ts: TypeScript, node: ts.Node): boolean {
  const { parent } = node
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isBindingElement(parent))
    return parent.propertyName === undefined
  if (ts.isFunctionDeclaration(parent)) return parent.name === node
  if (ts.isVariableDeclaration(parent)) return parent.name === node
  if (!ts.isShorthandPropertyAssignment(parent)) return false
  const exporting = parent.parent.parent
  return ts.isBinaryExpression(exporting) && exporting.left.getText() === 'module.exports'
}

/** Whether a name is called, and nothing done with the result. A hook or a test waits for what it returns. */
function isUnused(ts: TypeScript, name: ts.Node): boolean {
  const { parent } = name
  const callee = ts.isPropertyAccessExpression(parent) && parent.name === name ? parent : name
  const call = callee.parent
  if (!ts.isCallExpression(call) || call.expression !== callee) return false
  const outer = ts.isAwaitExpression(call.parent) ? call.parent : call
  const user = outer.parent
  if (ts.isExpressionStatement(user)) return true
  const run = ts.isArrowFunction(user) && user.body === outer ? user.parent : undefined
  return run !== undefined && ts.isCallExpression(run) && RUNS.test(run.expression.getText())
}
