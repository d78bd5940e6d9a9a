import { basename, relative, resolve } from 'node:path'
import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import { CODE, filesWith } from './git.ts'
import type { Staying } from './left-together.ts'
import { aliasesOf, DEFAULT, usesOfDefault } from './order/uses.ts'
import { calleeOf, nodesIn } from './read/nodes.ts'
import { callOf, isDefault, isExporting, isNaming } from './read/passed.ts'
import type { ProjectFiles } from './read/project-files.ts'
import type { Answering, Rulings } from './read/rulings.ts'
import type { TypeScript } from './read/source.ts'
import { HOOKS, isTest } from './read/tests.ts'

/** A function that returned an answer has to keep it if a caller uses what it returns. What has its name counts as a use of it. */
export function leftWithCallers(results: readonly Converted[], files: ProjectFiles): Staying[] {
  const all = results.flatMap(({ result }) => result.answering)
  const adopted = new Set(results.flatMap(({ result }) => result.adopted.map(({ call }) => call)))
  return results.flatMap((one) => [
    ...one.result.answering.flatMap((answering): Staying[] => {
      const own = answering.maker.getSourceFile()
      const name = calledName(own, answering)
      const callers = isExporting(own) ? files.own : [own]
      const [used] = callers.flatMap((caller) => usedResults(files, caller, answering, adopted))
      const user = used ? files.placeOf(used) : isExporting(own) && userBeside(files, name)
      const advice = answering.isBase
        ? 'hand on rest.at(…) here, and declare its stubs by mocks.use()'
        : 'declare this answer in a statement'
      return user ? [[one, `${advice}: ${user} uses what ${name}() returns`, answering.construct]] : []
    }),
    ...one.result.adopted.flatMap(({ maker, construct }): Staying[] =>
      all.some((other) => other.maker === maker)
        ? []
        : [[one, `this stays while ${files.placeOf(maker)} returns a scope of nock`, construct]],
    ),
  ])
}

/** A file that hands a pool of undici over has to keep it while another one declares answers by it. */
export function leftWithPools(results: readonly Converted[], files: ProjectFiles): Staying[] {
  const byPath = new Map(results.map(({ path, result }) => [path, result]))
  const users = files.own.filter(({ fileName, text }) => {
    const { libraries = [], text: now = text } = byPath.get(resolve(fileName)) ?? {}
    return !libraries.includes('undici') && /\.intercept\(/.test(now)
  })
  return results.flatMap((one): Staying[] => {
    const { file, result } = one
    const isMade = result.converted > 0 && result.libraries.includes('undici')
    const user = isMade && users.find(({ fileName }) => files.isImporting(fileName, file))
    return user
      ? [[one, `${relative(files.folder, user.fileName)} declares answers by a pool that this file makes`]]
      : []
  })
}

/** A file that no pattern holds, and that may demand what a function of this name returns. */
function userBeside({ folder, program }: ProjectFiles, name: string): string | undefined {
  const [named, demanding] = [[name], ['.done(', '.isDone(']].map((texts) => filesWith(folder, texts) ?? [])
  return named?.find(
    (file) => CODE.test(file) && demanding?.includes(file) && !program.getSourceFile(resolve(folder, file)),
  )
}

/** Has functions expect their answers if a caller demands that they are used. Returns whether one more does. */
export function demandOfMakers(results: readonly Converted[]): boolean {
  const demanding = results.flatMap(({ result }) => result.adopted.filter(({ isDemand }) => isDemand))
  let isMore = false
  for (const { rulings: own, result } of results)
    for (const { maker, name, construct } of result.answering) {
      if (own.expected.has(construct) || !demanding.some((one) => one.maker === maker)) continue
      const { interceptors = [] } = result.declared.find((one) => one.construct.getStart() === construct) ?? {}
      const isFree = interceptors.some((one) => one.isPersisted || one.isOptional)
      own.rule(
        construct,
        isFree ? { reason: `write mocks.verify({ unused: true }) where ${name}() is called, and done()` } : 'expected',
      )
      isMore = true
    }
  return isMore
}

/** Has files read what a function of another one returns of a call. Returns whether one more function does. */
export function shareFollowed(results: readonly Converted[], files: readonly { readonly rulings: Rulings }[]): boolean {
  const all = results.flatMap(({ result }) => result.followed)
  const isMore = files.some(({ rulings: { followed } }) =>
    all.some(({ maker }) => !followed.some((known) => known.maker === maker)),
  )
  if (isMore) for (const { rulings } of files) rulings.followed = all
  return isMore
}

/** The name of a function, or of the file that exports it by default. */
function calledName(own: ts.SourceFile, { name, maker }: Answering): string {
  if (name !== DEFAULT) return name
  const { name: inner } = maker
  return inner ? inner.getText() : basename(own.fileName).replace(CODE, '')
}

/** The places in a file that may use what a function returns. */
function usedResults(
  { ts, program }: ProjectFiles,
  file: ts.SourceFile,
  one: Answering,
  adopted: ReadonlySet<ts.Node>,
): ts.Node[] {
  const own = one.maker.getSourceFile()
  const name = calledName(own, one)
  const isByDefault = one.name === DEFAULT || aliasesOf(ts, own, name).includes(DEFAULT)
  const { names, others } =
    file !== own && isByDefault
      ? usesOfDefault(ts, program.getTypeChecker(), file, own.fileName)
      : { names: [], others: [] }
  const all = file !== own && one.name === DEFAULT ? names : [name, ...names]
  if (!all.some((text) => file.text.includes(text))) return others
  const isUse = (node: ts.Node) => {
    const isNamed = (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && all.includes(node.text)
    if (!isNamed || isNaming(ts, node) || isDefault(ts, node.parent)) return false
    const isImport = ts.isImportSpecifier(node.parent) || ts.isImportClause(node.parent)
    return !(isImport && node.parent.name === node) && !isUnused(ts, node, adopted)
  }
  return [...others, ...nodesIn(ts, file, isUse)]
}

/** Whether a name is called, and nothing done with the result. A hook or a test waits for what it returns. */
function isUnused(ts: TypeScript, name: ts.Node, adopted: ReadonlySet<ts.Node>): boolean {
  const { parent } = name
  const call = callOf(ts, name)
  if (!call) return ts.isCallExpression(parent) && isRun(ts, parent) && parent.arguments.length === 1
  if (adopted.has(call)) return true
  const outer = ts.isAwaitExpression(call.parent) ? call.parent : call
  const user = outer.parent
  if (ts.isExpressionStatement(user)) return true
  const run = ts.isArrowFunction(user) && user.body === outer ? user.parent : undefined
  return run !== undefined && isRun(ts, run)
}

function isRun(ts: TypeScript, node: ts.Node): boolean {
  const callee = calleeOf({ ts }, node)
  return isTest(callee) || HOOKS.test(callee)
}
