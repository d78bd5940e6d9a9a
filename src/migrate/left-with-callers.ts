import { relative, resolve } from 'node:path'
import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import type { Staying } from './left-together.ts'
import type { TypeScript } from './read/source.ts'

const OWN = /^(?!.*[\\/]node_modules[\\/])(?!.*\.d\.[cm]?ts$)/
const RUNS = /^(?:it|test|before|after|beforeEach|afterEach|beforeAll|afterAll)$/

/**
 * A function that returned an answer has to keep it if a caller uses what it returns. The answers of two calls would come in the
 * reverse order. What has its name counts as a use of it.
 */
export function leftWithCallers(
  typescript: TypeScript,
  results: readonly Converted[],
  program: ts.Program,
  folder: string,
): Staying[] {
  const files = program.getSourceFiles().filter(({ fileName }) => OWN.test(fileName))
  const texts = new Map(results.map(({ file, result }) => [resolve(folder, file), result.text]))
  const names = new Set(results.flatMap(({ result }) => result.answering.map(({ name }) => name)))
  return results.flatMap(({ file, result }) => {
    const others = files.filter(({ fileName }) => resolve(fileName) !== resolve(folder, file))
    const again = first(others, (one) => secondCall(typescript, one, names, texts.get(resolve(one.fileName)) ?? ''))
    return result.answering.flatMap(({ name, construct, isReturning }): Staying[] => {
      const used = isReturning
        ? first(files, (one) => (one.text.includes(name) ? usedResult(typescript, one, name) : undefined))
        : undefined
      if (used)
        return [[file, `declare this answer in a statement: ${placeOf(used)} uses what ${name}() returns`, construct]]
      return again ? [[file, `${ORDER}: ${placeOf(again)}`, construct]] : []
    })
  })

  function placeOf(node: ts.Node): string {
    const source = node.getSourceFile()
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    return `${relative(folder, resolve(source.fileName))}:${line}`
  }
}

const ORDER =
  'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)'

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

/** A call of the functions in a test that has an answer before, as far as a file tells. */
function secondCall(
  ts: TypeScript,
  file: ts.SourceFile,
  names: ReadonlySet<string>,
  text: string,
): ts.Node | undefined {
  if (![...names].some((name) => file.text.includes(name))) return undefined
  const tests = new Set<ts.Node | undefined>()
  let isBefore = /mocks\.(?:use|expect)\b/i.test(text)
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (ts.isIdentifier(node) && names.has(node.text) && !isDeclared(ts, node)) {
      const run = runAround(ts, node)
      const test = run && /^(?:it|test)\b/.test(run.getText(file)) ? run : undefined
      const isLooped = ts.findAncestor(node, (one) => ts.isIterationStatement(one, false)) !== undefined
      if (!run || isBefore || isLooped || tests.has(test) || (!test && tests.size > 0)) return node
      isBefore = test === undefined
      tests.add(test)
    }
    return ts.forEachChild(node, visit)
  }
  return visit(file)
}

/** The test or the hook that a node is in, and not in a function of it. */
function runAround(ts: TypeScript, node: ts.Node): ts.CallExpression | undefined {
  const call = ts.findAncestor(node.parent, ts.isFunctionLike)?.parent
  return call && ts.isCallExpression(call) && /^(?:it|test|before|after)/.test(call.getText()) ? call : undefined
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
