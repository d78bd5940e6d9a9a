import type ts from 'typescript'
import { bindingsOf, declaredAtTop, importsOf, moduleOf } from '../read/imports.ts'
import { listIn, moduleOfExport } from '../read/known-names.ts'
import { calleeOf, callsNamed, innerOf, isInside, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { HOOK_OF, hasTests, isRunByMocha, isSuite, runnerModule, runsTests } from '../read/tests.ts'
import { mergeOptions } from './allowed-hosts.ts'

interface Runner {
  readonly hook: string
  readonly module?: string
}

function ownRunner(source: Source): string | undefined {
  const modules = declaredAtTop(source).flatMap((one) => moduleOf(source, one) ?? [])
  return runnerModule(source.ts, source.file, modules)
}

/** Tells the runner by what the file imports, or the tests that import it, else by what the project depends on. */
export function runnerOf(source: Source, dependencies: ReadonlySet<string>): Runner {
  const own = ownRunner(source)
  const module = own ?? source.rulings.runner()
  const isMocha = isRunByMocha(dependencies)
  const hook = HOOK_OF[module ?? '']
  if (module !== undefined && hook) return { hook, module }
  if (/^tape?$/.test(module ?? '') || isScript(source)) return { hook: 'none' }
  if (module === 'ava') return { hook: own ? 'ava' : 'none', module }
  return { hook: isMocha ? 'before' : 'beforeAll' }
}

/** Whether a file runs by itself: it has no tests and no hooks, no tests import it, and no other file imports anything of it. */
export function isScript(source: Source): boolean {
  const isOfTests = source.rulings.importers().some((one) => hasTests(source.ts, one))
  return !isOfTests && !isExporting(source) && ownRunner(source) === undefined && !runsTests(source)
}

function isExporting({ ts, file }: Source): boolean {
  const isExport = (one: ts.Statement) =>
    ts.isExportDeclaration(one) ||
    ts.isExportAssignment(one) ||
    (ts.canHaveModifiers(one) && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
  const isExports = (node: ts.Node) => ts.isIdentifier(node) && node.text === 'exports'
  return file.statements.some(isExport) || nodesIn(ts, file, isExports).length > 0
}

/** What the file calls AVA's `test`; `undefined` if it does not use AVA. */
export function avaTest(source: Source): string | undefined {
  return bindingsOf(source, /^ava$/).find(({ exported }) => exported === 'default' || exported === '*')?.name.text
}

/** Whether the runner fails a test without an assertion, or has no hook that could: a question of the test stays one. */
export function countsAssertions(source: Source): boolean {
  return bindingsOf(source, /^(?:ava|tape?)$/).length > 0
}

/** Whether AVA runs the tests of a file one after the other, and nothing before all of them. */
function isSerial(source: Source, test: string): boolean {
  const { ts, file } = source
  const isTyped = ({ initializer }: ts.VariableDeclaration) =>
    initializer && innerOf(source, initializer).getText() === test
  const typed = nodesIn(ts, file, ts.isVariableDeclaration).filter(isTyped)
  const names = [test, ...typed.map(({ name }) => name.getText())]
  return nodesIn(ts, file, ts.isCallExpression).every((call) => {
    const [root = '', ...members] = calleeOf(source, call).split('.')
    return !names.includes(root) || !AT_ONCE.test(members.join('.'))
  })
}

const AT_ONCE = /^(?:(?:serial\.)?before|only|failing)?$/

function setupCode(source: Source, runner: Runner, options: string): string {
  const { semicolon } = source.style
  const name = source.localName('mocks')
  const mocks = `const ${name} = ${source.name('setupMocks')}([]${options && `, ${options}`})${semicolon}`
  if (runner.hook === 'ava') {
    const test = avaTest(source) ?? 'test'
    // A hook behind each test would take the mocks or the stubs from tests that run at the same time.
    const [before, end] = isSerial(source, test)
      ? ['beforeEach', `\n${test}.afterEach.always(() => ${name}.stop())${semicolon}`]
      : ['before', '']
    return `${mocks}\n${test}.${before}(() => ${name}.start())${semicolon}${end}`
  }
  if (runner.hook === 'none') return `${mocks}\n${name}.start()${semicolon}`
  return `${mocks}\n${runner.hook}(${name})${semicolon}`
}

export function insertSetup(source: Source, runner: Runner, options: string, passing: readonly string[]): void {
  const isMocha = runner.hook === 'before' && runner.module !== 'node:test'
  const block = isMocha ? onlySuite(source) : undefined
  const users = isMocha && !block ? source.rulings.files() : source.rulings.importers()
  const code = setupCode(source, runner, mergeOptions([options || localPassthrough(source, users), ...passing]))
  if (runner.hook === 'none') source.notes.push({ line: 1, reason: NEVER_RESET })
  const isOther = (one: ts.SourceFile) => one !== source.file && hasTests(source.ts, one)
  if (isMocha && !block && !code.includes('onUnmatched') && users.some(isOther))
    source.notes.push({ line: 1, reason: FOR_ALL })
  const first = block?.statements[0]
  if (first) {
    const indent = source.indentOf(first)
    source.edits.insert(first.getStart(source.file), `${code.replaceAll('\n', `\n${indent}`)}\n\n${indent}`)
  } else {
    const last = importsOf(source).at(-1)
    if (last) source.edits.insert(last.end, `\n\n${code}`)
    else source.edits.insertFirst(topOf(source), `${code}\n\n`)
  }
  if (!/^(?:ava|none)$/.test(runner.hook)) source.hooks.add(runner.hook)
}

export function insertBehind(source: Source): void {
  const place = importsOf(source).at(-1)?.end ?? topOf(source)
  for (const code of source.behind) source.edits.insert(place, `\n\n${code}`)
}

/** The start of the first statement: pragmas stand before it. */
export function topOf({ file }: Source): number {
  return file.statements[0]?.getStart(file) ?? 0
}

const SERVER =
  /\b(?:supertest|chai-http|next-test-api-route-handler)\b|\blisten$|^(?:create|start)\w*Server$|\b127\.0\.0\.1\b|\blocalhost\b/
const LOCAL = 'requests to this machine pass, since a test seems to have a server; if not, drop passthrough'
const NEVER_RESET = 'no hook resets these mocks between tests: of two stubs for one request, the newest answers'
const FOR_ALL = 'Mocha runs this hook for the tests of all files: their unmatched requests fail too'

// A port that is not written is one that a server got.
const ADDRESS = /\/\/(?:127\.0\.0\.1|localhost):$/

/** A file that has a server of its own, or whose users or imports have one, lets requests to this machine pass. */
function localPassthrough(source: Source, users: readonly ts.SourceFile[]): string {
  const { ts, rulings } = source
  const files = [source.file, ...users]
  const isCalled = (name: RegExp) => files.some((file) => callsNamed(source, name, file).length > 0)
  const isText = (node: ts.Node) =>
    (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isIdentifier(node)) && SERVER.test(node.text)
  // nock lets no request pass then, also to this machine; an agent of undici is not asked for what node:http sends.
  const isClosed = isCalled(/^nock\.disableNetConnect$/) && !isCalled(/\.enableNetConnect$/)
  const isAddress = (node: ts.Node) => ts.isTemplateHead(node) && ADDRESS.test(node.text)
  const hasServer =
    files.some((file) => nodesIn(ts, file, isText).length > 0) ||
    rulings.imports().some((file) => nodesIn(ts, file, isAddress).length > 0)
  if (isClosed || !hasServer) return ''
  source.notes.push({ line: 1, reason: LOCAL })
  const origins = ['http', 'https'].flatMap((scheme) => [`${scheme}://127.0.0.1:*`, `${scheme}://localhost:*`])
  return `{ passthrough: [${origins.map((one) => source.quote(one)).join(', ')}] }`
}

/** The body of a file's only suite. Mocha's hooks at the top of a file hold for all files of the run. */
function onlySuite(source: Source): ts.Block | undefined {
  const { ts } = source
  const suites = source.file.statements.filter(
    (one) => ts.isExpressionStatement(one) && isSuite(calleeOf(source, one.expression)),
  )
  const [only] = suites
  if (!only || suites.length > 1 || !ts.isExpressionStatement(only) || !ts.isCallExpression(only.expression))
    return undefined
  const callback = only.expression.arguments.at(-1)
  const isFunction = callback && (ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))
  const body = isFunction && ts.isBlock(callback.body) ? callback.body : undefined
  if (!body || source.behind.size > 0 || source.declared.some(({ chain }) => !isInside(chain, body))) return undefined
  return body.statements[0] && !source.removed.has(body.statements[0]) ? body : undefined
}

export function importHooks(source: Source): void {
  const { ts, file } = source
  const own = ownRunner(source)
  const module = own ?? source.rulings.runner() ?? ''
  if (!Object.hasOwn(HOOK_OF, module)) return
  const isOfTypes = (one: ts.Node) => ts.isImportDeclaration(one) && one.importClause?.isTypeOnly === true
  const isOwn = (one: ts.Node) => moduleOf(source, one) === own && !isOfTypes(one)
  const statements = own === undefined ? [] : declaredAtTop(source).filter(isOwn)
  const elements = statements.flatMap((one) => [...(listIn(ts, one)?.elements ?? [])])
  const known = elements.map((one) => (one.propertyName ?? one.name).getText(file))
  const missing = [...source.hooks].filter((hook) => !known.includes(hook))
  if (missing.length === 0) return
  const [element] = elements
  const [statement] = statements
  const name = statement && ts.isImportDeclaration(statement) ? statement.importClause?.name : undefined
  if (element) source.edits.insert(element.getStart(file), missing.map((hook) => `${hook}, `).join(''))
  else if (name && name.end === name.parent.end) source.edits.insert(name.end, `, { ${missing.sort().join(', ')} }`)
  else {
    const first = statement ?? (own === undefined ? importsOf(source)[0] : undefined)
    const code = first && importOf(source, isCommonJs(source, first), module, missing.sort())
    if (first) source.edits.insert(first.getStart(file), `${code}\n`)
  }
}

export function importCode(source: Source, isCommonJs: boolean, only?: string): string {
  const names = [...source.imported].sort((a, b) => a.localeCompare(b))
  const modules = [...new Set(names.map(moduleOfExport))].sort()
  const wanted = modules.filter((module) => only === undefined || module === only)
  const namesOf = (module: string) => names.filter((name) => moduleOfExport(name) === module)
  return wanted.map((module) => importOf(source, isCommonJs, module, namesOf(module))).join('\n')
}

function importOf(source: Source, isCommonJs: boolean, module: string, names: readonly string[]): string {
  const { quote, semicolon } = source.style
  const alias = isCommonJs ? ': ' : ' as '
  const list = names.map((name) => {
    const local = source.localName(name)
    const isType = /^[A-Z]/.test(name) && !isCommonJs
    return (isType ? 'type ' : '') + (local === name ? name : `${name}${alias}${local}`)
  })
  const from = isCommonJs ? `require(${quote}${module}${quote})` : `${quote}${module}${quote}`
  return isCommonJs
    ? `const { ${list.join(', ')} } = ${from}${semicolon}`
    : `import { ${list.join(', ')} } from ${from}${semicolon}`
}

export function isCommonJs(source: Source, statement: ts.Node): boolean {
  return source.ts.isVariableStatement(source.statementOf(statement))
}
