import type ts from 'typescript'
import type { Edits } from './layout/edits.ts'
import { importsOf } from './read/imports.ts'
import { namesDeclared } from './read/known-names.ts'
import { calleeOf, nodesIn } from './read/nodes.ts'
import { Source, type TypeScript } from './read/source.ts'

/** Declares one constant for each `rest.at(…)` that the rewritten text has more than once. Returns the edits of that text. */
export function shareOrigins(source: Source): Edits {
  const { ts, file, checker, style } = source
  const text = source.edits.toString()
  const result = new Source(ts, ts.createSourceFile(file.fileName, text, file.languageVersion, true), checker)
  if (!source.imported.has('rest')) return result.edits
  const repeated = originsOf(ts, result.file, source.localName('rest')).filter(isRepeated)
  const taken = new Set(nodesIn(ts, result.file, ts.isIdentifier).map((one) => one.text))
  for (const origin of repeated) {
    const { calls, shared, locals } = origin
    const gone = shared ? [] : locals
    const name = (shared ?? gone[0])?.name.getText(result.file) ?? freeName(origin.text, repeated.length === 1, taken)
    const place = shared?.end ?? placeOf(result, origin, source.localName('mocks'))
    if (name === undefined || place === undefined || [...calls, ...gone].some(({ pos }) => pos < place)) continue
    taken.add(name)
    const [first] = [...gone.flatMap(({ initializer }) => initializer ?? []), ...calls]
    if (!shared && first) declare(result, place, `const ${name} = ${result.code(first)}${style.semicolon}`)
    for (const call of calls) result.replace(call, name)
    for (const { parent: list } of gone) result.remove(list.parent)
  }
  return result.edits
}

function isRepeated({ calls, shared, locals }: Origin): boolean {
  return shared ? calls.length > 0 : calls.length + locals.length > 1
}

/** Before the mocks, else after the imports, but after the constants that the origin is made of. */
function placeOf(result: Source, { constants }: Origin, mocks: string): number | undefined {
  const { file } = result
  const setup = file.statements.find((one) => one.getText(file).startsWith(`const ${mocks} = `))
  const place = setup?.getStart(file) ?? importsOf(result).at(-1)?.end
  return place === undefined ? undefined : Math.max(place, ...constants.map(({ end }) => end))
}

/** A line of its own before a statement, or after one; a blank line divides it from imports. */
function declare(result: Source, place: number, code: string): void {
  const before = result.file.statements.find(({ end }) => end === place)
  const isImport = before && importsOf(result).includes(before)
  result.edits.insert(place, before ? `${isImport ? '\n\n' : '\n'}${code}` : `${code}\n`)
}

/** `api`, or the name of the host: `githubApi` for `https://api.github.com`. */
function freeName(url: string, isOnly: boolean, taken: ReadonlySet<string>): string | undefined {
  const labels = (/\/\/([\w.-]+)/.exec(url)?.[1] ?? '').split('.').filter((label) => label !== 'www')
  const label = labels.at(labels.length > 1 ? -2 : 0) ?? ''
  const stem = label.replace(/-+(\w?)/g, (_, letter: string) => letter.toUpperCase())
  const byHost = /^[a-z]/i.test(stem) && stem !== 'api' ? `${stem}Api` : 'api'
  return [...(isOnly ? ['api'] : []), byHost, 'api', 'restApi'].find((name) => !taken.has(name))
}

/** The calls `rest.at(…)` of a file that have one and the same argument. */
interface Origin {
  /** The URL, as far as it is written in the calls. */
  readonly text: string
  /** The calls that declare stubs at once: `rest.at(…).get(…)`. */
  readonly calls: readonly ts.CallExpression[]
  /** The `const` at the top of the file that holds one. */
  readonly shared: ts.VariableDeclaration | undefined
  /** The constants of functions that hold one each, if they have one name, which the file has for nothing else. */
  readonly locals: readonly ts.VariableDeclaration[]
  /** The statements at the top of the file that declare what the argument is made of. */
  readonly constants: readonly ts.Statement[]
}

/** Returns the origins of a file whose value is the same anywhere in it. */
function originsOf(ts: TypeScript, tree: ts.SourceFile, rest: string): Origin[] {
  const found = new Map<string, ts.CallExpression[]>()
  for (const call of nodesIn(ts, tree, ts.isCallExpression)) {
    const [argument, second] = call.arguments
    if (!argument || second || calleeOf({ ts }, call) !== `${rest}.at`) continue
    const key = argument.getText(tree)
    found.set(key, [...(found.get(key) ?? []), call])
  }
  const declared = namesDeclared(ts, tree)
  const countOf = (name: string) => declared.filter((one) => one === name).length
  return [...found.values()].flatMap((all) => {
    const [argument] = all[0]?.arguments ?? []
    const parts = argument && partsOf(ts, argument)
    const used = parts?.flatMap((part) => (typeof part === 'string' ? [] : [part.text])) ?? []
    const constants = used.map((name) => (countOf(name) === 1 ? constantOf(ts, tree, name) : undefined))
    if (!parts || !constants.every((one) => one !== undefined)) return []
    const holders = all.flatMap(({ parent }) => (isHolder(ts, parent) ? [parent] : []))
    const locals = holders.filter((one) => !isAtTop(ts, one))
    const names = new Set(locals.map(({ name }) => name.getText(tree)))
    const isOneName = names.size === 1 && locals.length === countOf([...names].join())
    return [
      {
        text: parts.map((part) => (typeof part === 'string' ? part : '')).join(''),
        calls: all.filter(({ parent }) => ts.isPropertyAccessExpression(parent)),
        shared: holders.find((one) => isAtTop(ts, one)),
        locals: isOneName ? locals : [],
        constants,
      },
    ]
  })
}

/** The texts and names that a value is put together from; `undefined` if it is anything else. */
function partsOf(ts: TypeScript, node: ts.Expression): (string | ts.Identifier)[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isIdentifier(node)) return [node]
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
  if (isSum) return joined([partsOf(ts, node.left), partsOf(ts, node.right)])
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.flatMap(({ expression, literal }) => [partsOf(ts, expression), [literal.text]])
  return joined([[node.head.text], ...spans])
}

function joined<T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined {
  const known = lists.flatMap((list) => (list ? [list] : []))
  return known.length === lists.length ? known.flat() : undefined
}

/** The `const` statement at the top of a file that declares a name. */
function constantOf(ts: TypeScript, tree: ts.SourceFile, wanted: string): ts.Statement | undefined {
  return tree.statements.find(
    (one) =>
      ts.isVariableStatement(one) &&
      isConst(ts, one.declarationList) &&
      one.declarationList.declarations.some(({ name }) => name.getText(tree) === wanted),
  )
}

/** Whether a call is all that a `const` statement declares. */
function isHolder(ts: TypeScript, node: ts.Node): node is ts.VariableDeclaration {
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return false
  const { parent: list } = node
  return isConst(ts, list) && (list as ts.VariableDeclarationList).declarations.length === 1
}

function isConst(ts: TypeScript, list: ts.Node): boolean {
  return (list.flags & ts.NodeFlags.Const) !== 0
}

function isAtTop(ts: TypeScript, { parent: list }: ts.VariableDeclaration): boolean {
  return ts.isSourceFile(list.parent.parent)
}
