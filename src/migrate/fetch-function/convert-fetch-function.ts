import type ts from 'typescript'
import type { Conversion, Reader } from '../declare/conversion.ts'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { type Binding, bindingsOf } from '../read/imports.ts'
import { chainFrom, hookAround, isOncePerFile, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { convertAssertion, convertCalls, convertRequests } from './calls.ts'
import { convertInstall, installsOf } from './installs.ts'
import { ANSWER, answersOf } from './read-answers.ts'
import { callsLibrary, fetchesOf, isGlobalFetch, MODULES, madeMocks, namesOfLibrary } from './roots.ts'
import { SHOWN_BY_RUN } from './shown-by-run.ts'

const STAYS = 'the function in place of fetch stays, and its answers with it, while one of its uses is left'

/** Rewrites a file's jest-fetch-mock or vitest-fetch-mock, also one whose setup is in another file. */
export const JEST_FETCH_MOCK: Reader = { modules: MODULES, convert: convertLibrary, shownByRun: SHOWN_BY_RUN }

/** Rewrites functions that a file puts in place of fetch: `global.fetch = jest.fn(…)`, `vi.spyOn(globalThis, 'fetch')`. */
export const FETCH: Reader = { modules: /^\b$/, convert: convertHandWritten, shownByRun: SHOWN_BY_RUN }

function convertLibrary(source: Source): Conversion | undefined {
  const bindings = bindingsOf(source, MODULES)
  if (bindings.length === 0 && !callsLibrary(source)) return undefined
  const names = namesOfLibrary(source)
  const before = source.left.length
  const declarer = new Declarer(source, /\bfetch\w*\b/)
  for (const binding of bindings) convertEnable(source, binding)
  const fetches = fetchesOf(source, names)
  const isSetup = !fetches.some((node) => isDeclaring(source, node))
  for (const node of fetches) convertUse(source, node, declarer, isSetup)
  if (source.left.length === before) for (const one of madeMocks(source)) dropDeclaration(source, one)
  return { bindings, needsSetup: !isSetup, options: '', stays: source.left.length > before ? STAYS : undefined }
}

function convertHandWritten(source: Source): Conversion | undefined {
  if (bindingsOf(source, MODULES).length > 0 || callsLibrary(source)) return undefined
  const installs = installsOf(source)
  if (installs.length === 0) return undefined
  const before = source.left.length
  const declarer = new Declarer(source, /\bfetch\w*\b/i)
  const handled = new Set(installs.flatMap(({ nodes }) => nodes))
  for (const install of installs)
    source.attempt(install.node, () => convertInstall(source, install, declarer, source.localName('mocks')))
  const names = new Set(installs.flatMap(({ name }) => name ?? []))
  for (const node of fetchesOf(source, names)) {
    const isHandled = [...handled].some((one) => node.pos >= one.pos && node.end <= one.end)
    if (!isHandled) convertUse(source, node, declarer, false)
  }
  return { bindings: [], needsSetup: true, options: '', stays: source.left.length > before ? STAYS : undefined }
}

/** `enableFetchMocks()`, imported by its name. */
function convertEnable(source: Source, { name, symbol, exported }: Binding): void {
  if (!/^(?:en|dis)ableFetchMocks$/.test(exported)) return
  for (const use of usesOf(source, symbol, name.text)) {
    if (source.ts.isCallExpression(use.parent)) source.attempt(use.parent, () => removeControl(source, use.parent))
  }
}

function isDeclaring(source: Source, node: ts.Expression): boolean {
  const chain = chainFrom(source, rootOf(source, node))
  const isCalled = chain.links.some(({ name }) => ANSWER.test(name) && !/^(?:do)?[mM]ock$/.test(name))
  return isCalled || isOfCalls(source, rootOf(source, node))
}

function isOfCalls(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, node)
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'mock'
  return ts.isCallExpression(parent) && parent.expression.getText(source.file) === 'expect'
}

/** The whole of `(fetch as jest.Mock)`, or of `vi.mocked(fetch)`. */
function rootOf(source: Source, node: ts.Expression): ts.Expression {
  const outer = outerOf(source, node)
  const { parent } = outer
  const isTyped = source.ts.isCallExpression(parent) && /^\w+\.mocked$/.test(parent.expression.getText(source.file))
  return (isTyped ? outerOf(source, parent) : outer) as ts.Expression
}

function convertUse(source: Source, node: ts.Expression, declarer: Declarer, isSetup: boolean): void {
  const { ts } = source
  const root = rootOf(source, node)
  const { parent } = root
  const isMember = ts.isPropertyAccessExpression(parent) && parent.expression === root
  // A request, or fetch as a value, stays as it is: fetch is mocked.
  if (!isMember && !isOfCalls(source, root) && isGlobalFetch(source, node) && !isSet(source, root)) return
  const chain = chainFrom(source, root)
  const mocks = source.localName('mocks')
  const count = chain.links.filter(({ name }) => ANSWER.test(name)).length
  const convert = () => {
    if (convertAssertion(source, root, mocks)) return
    if (ts.isDeleteExpression(parent)) leaveByHand('take this away: the hooks of the runner restore fetch')
    if (!isMember) leaveByHand('hand over fetch, or mocks.fetch')
    else if (parent.name.text === 'mock') convertCalls(source, parent, mocks)
    else if (chain.links.length === 1 && chain.links[0]?.name === 'requests') convertRequests(source, chain.node, mocks)
    else if (isControl(chain.links)) removeControl(source, chain.node, isSetup)
    else if (/^(?:realFetch|defaultResponseInit|usingNativeFetch|Headers|Request|Response)$/.test(parent.name.text))
      leaveByHand(`mynah uses the platform's own classes and fetch: write what ${parent.name.text} was for in place`)
    else if (!statementOfCall(source, chain.node))
      leaveByHand('declare this answer in a statement: mocks.use.all(/.*/, payload)')
    else declarer.declare(chain, answersOf(source, chain.links), false, mocks)
  }
  source.attempt(root, convert, Math.max(1, count))
}

function isSet({ ts }: Source, node: ts.Node): boolean {
  const { parent } = node
  return (ts.isBinaryExpression(parent) && parent.left === node) || ts.isDeleteExpression(parent)
}

const CONTROL = /^(?:(?:reset|enable|disable)(?:Fetch)?Mocks|mock(?:Clear|Reset|Restore)|(?:do)?[mM]ock(?:Once)?)$/

function isControl(links: ReturnType<typeof chainFrom>['links']): boolean {
  return links.length > 0 && links.every(({ name, args }) => CONTROL.test(name) && args.length === 0)
}

/** The runner's hooks reset the mocks after each test. */
function removeControl(source: Source, call: ts.Node, isSetup = false): void {
  const name = /(\w+)\(\)$/.exec(call.getText(source.file))?.[1] ?? ''
  if (isSetup) leaveSetup(source, call)
  const hook = hookAround(source, call)
  // What turns mocking off for a file, as a setup file has turned it on, is no clean-up.
  if (name.startsWith('disable') && !/^after/.test(hook?.name ?? '')) leaveByHand(STOP)
  if (hook || isOncePerFile(source, call) || /^(?:enable|doMock|mockOnce)/.test(name)) {
    if (!removeCall(source, call)) leaveByHand('take this away: the hooks of the runner do it')
  } else if (/^(?:resetMocks|mockReset|mockRestore)$/.test(name))
    source.replace(call, `${source.localName('mocks')}.reset()`)
  else leaveByHand('count from here: const before = mocks.calls().length; mocks.reset() clears the overrides too')
}

const STOP = 'stop the mocks, so that fetch is the real one: mocks.stop()'

/** A setup file serves tests that may be left. */
function leaveSetup(source: Source, call: ts.Node): void {
  if (isOncePerFile(source, call) && !/\b(?:test|it|describe)\(/.test(source.file.text))
    leaveByHand('remove this from the setup when no test declares answers on fetch')
}
