import type ts from 'typescript'
import { ClearedCalls } from '../declare/cleared-calls.ts'
import type { Conversion, Reader } from '../declare/conversion.ts'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeCall } from '../declare/remove-call.ts'
import { dropReturn, returnedAnswer } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { convertAssertion, convertCalls, convertRequests } from '../mock-function/calls.ts'
import { isStatement } from '../read/assertions.ts'
import { type Binding, bindingsOf } from '../read/imports.ts'
import { type Chain, chainFrom, hookAround, isInside, isLastOfTest, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { refuseConflicts } from './conflicts.ts'
import { BARE, clearAllMocks, convertControl, HAS_TESTS, isControl, staysAsCall, type Uses } from './control.ts'
import { convertEnabling } from './enabling.ts'
import { convertInstall, installsOf } from './installs.ts'
import { ANSWER, answersOf } from './read-answers.ts'
import {
  type Alias,
  aliasesOf,
  callsLibrary,
  fetchesOf,
  isGlobalFetch,
  MODULES,
  madeMocks,
  namesOfLibrary,
  rootOf,
} from './roots.ts'
import { SHOWN_BY_RUN } from './shown-by-run.ts'

const STAYS = 'the function in place of fetch stays, and its answers with it, while one of its uses is left'

/** Rewrites a file's jest-fetch-mock or vitest-fetch-mock, also one whose setup is in another file. */
export const JEST_FETCH_MOCK: Reader = { modules: MODULES, convert: convertLibrary, shownByRun: SHOWN_BY_RUN }

/** Rewrites functions that a file puts in place of fetch: `global.fetch = jest.fn(…)`, `vi.spyOn(globalThis, 'fetch')`. */
export const FETCH: Reader = { modules: /^\b$/, convert: convertHandWritten, shownByRun: SHOWN_BY_RUN }

function convertLibrary(source: Source): Conversion | undefined {
  const own = bindingsOf(source, MODULES)
  if (own.length === 0 && !callsLibrary(source) && !TEXT.test(source.file.text)) return undefined
  const before = source.left.length
  const enabling = convertEnabling(source, namesOfLibrary(source))
  const bindings = [...own, ...enabling.modules.bindings]
  const declarer = new Declarer(source, /\bfetch\w*\b/)
  const names = new Set([...namesOfLibrary(source), ...enabling.modules.bindings.map(({ symbol }) => symbol)])
  const held = heldFetches(source, names)
  const { aliases } = held
  const fetches = held.fetches.filter((node) => !enabling.nodes.some((one) => isInside(node, one)))
  const isSetup = !fetches.some((node) => isDeclaring(source, node))
  const named = bindings.flatMap((binding) => namedCalls(source, binding))
  const uses = usesOfFetch(source, fetches, named, isSetup)
  for (const call of named) source.attempt(call, () => convertControl(source, call, uses))
  convertUses(source, fetches, declarer, uses)
  for (const alias of aliases) dropAlias(source, alias)
  if (source.left.length === before) for (const one of madeMocks(source)) dropDeclaration(source, one)
  return { bindings, needsSetup: !isSetup, options: '', stays: source.left.length > before ? STAYS : undefined }
}

const TEXT = /['"](?:jest|vitest)-fetch-mock(?:\/\w+)?['"]/

function convertHandWritten(source: Source): Conversion | undefined {
  if (TEXT.test(source.file.text) || callsLibrary(source)) return undefined
  const installs = installsOf(source)
  if (installs.length === 0) return undefined
  const before = source.left.length
  const declarer = new Declarer(source, /\bfetch\w*\b/i)
  const handled = new Set(installs.flatMap(({ nodes }) => nodes))
  const names = new Set(installs.flatMap(({ name }) => name ?? []))
  const held = heldFetches(source, names)
  const fetches = held.fetches.filter((node) => ![...handled].some((one) => isInside(node, one)))
  const uses = usesOfFetch(source, fetches, [], false)
  const isAnswered = uses.links.length > 0
  for (const install of installs)
    source.attempt(install.node, () => convertInstall(source, install, declarer, source.localName('mocks'), isAnswered))
  convertUses(source, fetches, declarer, uses)
  for (const alias of held.aliases) dropAlias(source, alias)
  return { bindings: [], needsSetup: true, options: '', stays: source.left.length > before ? STAYS : undefined }
}

function convertUses(source: Source, fetches: readonly ts.Expression[], declarer: Declarer, uses: Uses): void {
  clearAllMocks(source, uses)
  for (const node of fetches) convertUse(source, node, declarer, uses)
  uses.cleared.finish()
}

/** The uses of the mocked fetch, also by the variables that hold it, and these variables. */
function heldFetches(source: Source, names: ReadonlySet<ts.Symbol>): { fetches: ts.Expression[]; aliases: Alias[] } {
  const { checker } = source
  const aliases = aliasesOf(source, names)
  const held = aliases.flatMap(({ declaration }) => checker.getSymbolAtLocation(declaration.name) ?? [])
  const places = aliases.map(({ declaration, assignment }) => assignment ?? declaration)
  const fetches = fetchesOf(source, new Set([...names, ...held]))
  return { fetches: fetches.filter((node) => !places.some((one) => isInside(node, one))), aliases }
}

/** The variable is of no use any more. */
function dropAlias(source: Source, { declaration, assignment }: Alias): void {
  source.attempt(assignment ?? declaration, () => {
    if (assignment && !removeCall(source, assignment)) leaveByHand('take this away: fetch is mocked by the hooks')
    dropDeclaration(source, declaration)
  })
}

/** `enableFetchMocks()`, imported by its name. */
function namedCalls(source: Source, { name, symbol, exported }: Binding): ts.CallExpression[] {
  if (!/^(?:en|dis)ableFetchMocks$/.test(exported)) return []
  return usesOf(source, symbol, name.text).flatMap(({ parent }) => (source.ts.isCallExpression(parent) ? [parent] : []))
}

function usesOfFetch(
  source: Source,
  fetches: readonly ts.Expression[],
  named: readonly ts.Expression[],
  isSetup: boolean,
): Uses {
  const roots = fetches.map((node) => rootOf(source, node))
  const links = roots.flatMap((root) => chainFrom(source, root).links)
  const calls = [...links.map(({ node }) => node), ...named]
  const reads = [
    ...roots.filter((root) => isOfCalls(source, root)),
    ...links.filter(({ name }) => name === 'requests').map(({ node }) => node),
  ]
  return {
    links: links.filter(({ name }) => ANSWER.test(name)),
    reads,
    cleared: new ClearedCalls(source, reads),
    stops: calls.filter((call) => /\bdisable(?:Fetch)?Mocks\(\)$/.test(call.getText(source.file))),
    isSetup,
  }
}

function isDeclaring(source: Source, node: ts.Expression): boolean {
  const chain = chainFrom(source, rootOf(source, node))
  const isCalled = chain.links.some(({ name, args }) => ANSWER.test(name) && (args.length > 0 || !BARE.test(name)))
  return isCalled || isOfCalls(source, rootOf(source, node)) || staysAsCall(source, chain)
}

function isOfCalls(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, node)
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'mock'
  return ts.isCallExpression(parent) && parent.expression.getText(source.file) === 'expect'
}

function convertUse(source: Source, node: ts.Expression, declarer: Declarer, uses: Uses): void {
  const { ts } = source
  const root = rootOf(source, node)
  const { parent } = root
  const isMember = ts.isPropertyAccessExpression(parent) && parent.expression === root
  // A request, or fetch as a value, stays as it is: fetch is mocked.
  if (!isMember && !isOfCalls(source, root) && isGlobalFetch(source, node) && !isSet(source, root)) return
  const chain = chainFrom(source, root)
  const returned = returnedAnswer(source, chain.node)
  const mocks = source.localName('mocks')
  const count = chain.links.filter(({ name }) => ANSWER.test(name)).length
  const convert = () => {
    if (convertAssertion(source, root, mocks, uses.cleared)) return
    if (ts.isDeleteExpression(parent)) removeDelete(source, parent)
    else if (!isMember) leaveByHand('hand over fetch, or mocks.fetch')
    else if (parent.name.text === 'mock') convertCalls(source, parent, mocks, uses.cleared)
    else if (chain.links.length === 1 && chain.links[0]?.name === 'requests')
      convertRequests(source, chain.node, uses.cleared.code(chain.node, mocks))
    else if (isControl(chain.links)) convertControl(source, chain.node, uses)
    else if (isOwnClass(source, chain, parent.name.text)) source.replace(parent, parent.name.text)
    else if (/^(?:realFetch|defaultResponseInit|usingNativeFetch|Headers|Request|Response)$/.test(parent.name.text))
      leaveByHand(`mynah uses the platform's own classes and fetch: write what ${parent.name.text} was for in place`)
    else if (!isStatement(source, chain.node) && !returned)
      leaveByHand('declare this answer in a statement: mocks.use.all(/.*/, payload)')
    else if (isOfSetup(source, chain))
      leaveByHand('declare this in the tests: the mocks of a setup file know nothing of theirs')
    else {
      for (const link of chain.links) refuseConflicts(source, link, uses.links)
      declarer.declare(chain, answersOf(source, chain.links), false, mocks)
      if (returned) dropReturn(source, returned)
    }
  }
  source.attempt(root, convert, Math.max(1, count))
}

function isSet({ ts }: Source, node: ts.Node): boolean {
  const { parent } = node
  return (ts.isBinaryExpression(parent) && parent.left === node) || ts.isDeleteExpression(parent)
}

/** `new fetchMock.Response('a')`: the platform's own class is the same. */
function isOwnClass(source: Source, { links }: Chain, name: string): boolean {
  return links.length === 0 && /^(?:Headers|Request|Response)$/.test(name) && source.localName(name) === name
}

/** Whether a file without tests lets requests through, or has routes. */
function isOfSetup({ file }: Source, { links }: Chain): boolean {
  return links.some(({ name }) => /^(?:dontMock|route)/.test(name)) && !HAS_TESTS.test(file.text)
}

/** A test that ends with fetch taken away leaves that to mynah's hooks. */
function removeDelete(source: Source, node: ts.DeleteExpression): void {
  const isAtEnd = /^after/.test(hookAround(source, node)?.name ?? '') || isLastOfTest(source, node)
  if (!isAtEnd || !removeCall(source, node)) leaveByHand('take this away: the hooks of the runner restore fetch')
}
