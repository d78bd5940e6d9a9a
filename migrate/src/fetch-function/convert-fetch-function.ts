import type ts from 'typescript'
import { ClearedCalls } from '../declare/cleared-calls.ts'
import type { Conversion, Reader } from '../declare/conversion.ts'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Binding, bindingsOf } from '../read/imports.ts'
import { chainFrom, isInside, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { BARE, convertControl, staysAsCall, type Uses } from './control.ts'
import { convertUses, isOfCalls } from './convert-uses.ts'
import { convertEnabling } from './enabling.ts'
import { ANSWER } from './read-answers.ts'
import { type Alias, aliasesOf, callsLibrary, fetchesOf, MODULES, madeMocks, namesOfLibrary, rootOf } from './roots.ts'

export const STAYS = 'the function in place of fetch stays, and its answers with it, while one of its uses is left'

/** Rewrites a file's jest-fetch-mock or vitest-fetch-mock, also one whose setup is in another file. */
export const JEST_FETCH_MOCK: Reader = { modules: MODULES, convert: convertLibrary }

const TEXT = /['"](?:jest|vitest)-fetch-mock(?:\/\w+)?['"]/

function convertLibrary(source: Source): Conversion | undefined {
  const own = bindingsOf(source, MODULES)
  if (own.length === 0 && !callsLibrary(source) && !TEXT.test(source.file.text)) return undefined
  const before = source.left.length
  const enabling = convertEnabling(source, namesOfLibrary(source))
  const bindings = [...own, ...enabling.modules.bindings]
  const declarer = new Declarer(source, /\bfetch\w*\b/)
  const names = new Set([...namesOfLibrary(source), ...enabling.modules.bindings.map(({ symbol }) => symbol)])
  const { aliases, fetches: held } = heldFetches(source, names)
  const fetches = held.filter((node) => !enabling.nodes.some((one) => isInside(node, one)))
  const isSetup = !fetches.some((node) => isDeclaring(source, node))
  const uses = usesOfFetch(source, fetches, isSetup)
  for (const call of bindings.flatMap((binding) => namedCalls(source, binding)))
    source.attempt(call, () => convertControl(source, call, uses))
  for (const binding of bindings) convertParams(source, binding)
  convertUses(source, fetches, declarer, uses)
  for (const alias of aliases) dropAlias(source, alias)
  if (source.left.length === before) for (const one of madeMocks(source)) dropDeclaration(source, one)
  return { bindings, needsSetup: !isSetup, options: '', stays: source.left.length > before ? STAYS : undefined }
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
    if (assignment && !removeCall(source, assignment)) leaveByHand('remove this: fetch is mocked by the hooks')
    dropDeclaration(source, declaration)
  })
}

/** `enableFetchMocks()`, imported by its name. */
function namedCalls(source: Source, { name, symbol, exported }: Binding): ts.CallExpression[] {
  if (!/^(?:en|dis)ableFetchMocks$/.test(exported)) return []
  return usesOf(source, symbol, name.text).flatMap(({ parent }) => (source.ts.isCallExpression(parent) ? [parent] : []))
}

const PARAMS = 'Partial<{ status: number; statusText: string; headers: Record<string, string> }>'

/** The type of what goes with a body: `{ status, headers }`. */
function convertParams(source: Source, { name, symbol, exported }: Binding): void {
  const { ts } = source
  if (exported !== 'MockParams') return
  for (const use of usesOf(source, symbol, name.text))
    if (ts.isTypeReferenceNode(use.parent) || ts.isExpressionWithTypeArguments(use.parent))
      source.attempt(use, () => source.replace(use, PARAMS))
}

function usesOfFetch(source: Source, fetches: readonly ts.Expression[], isSetup: boolean): Uses {
  const roots = fetches.map((node) => rootOf(source, node))
  const links = roots.flatMap((root) => chainFrom(source, root).links)
  const reads = roots.filter((root) => isOfCalls(source, root))
  return {
    links: links.filter(({ name }) => ANSWER.test(name)),
    reads,
    cleared: new ClearedCalls(source, reads),
    isSetup,
  }
}

function isDeclaring(source: Source, node: ts.Expression): boolean {
  const root = rootOf(source, node)
  const chain = chainFrom(source, root)
  const isCalled = chain.links.some(({ name, args }) => ANSWER.test(name) && (args.length > 0 || !BARE.test(name)))
  return isCalled || isOfCalls(source, root) || staysAsCall(source, chain)
}
