import type ts from 'typescript'
import type { DeclaredStub } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import { isInside } from '../read/nodes.ts'
import { shorten } from '../read/payload.ts'
import type { Kept } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { haveOneMethod } from './overlap.ts'
import { placementsOf } from './placements.ts'
import { areKnown, isAnyUrl, mayBeOneUrl, patternOf, type Route, urlPattern } from './urls.ts'

/**
 * What an old library keeps goes on beneath mynah. It may take a request before mynah, as nock does that of `node:http`, so it has to let
 * pass what it has no answer for. A construct stays if a kept one surely answers the same request, or lets nothing pass. What only a run tells is named.
 */
function separate(source: Source, done: readonly Kept[]): void {
  const perhaps = new Map<Kept, ts.Node>()
  for (const one of keptFor(source))
    for (const { node, host } of done) {
      if (host !== undefined && one.host !== undefined && host !== one.host) continue
      if (!mayBeInOneTest(source, one, node)) continue
      const shared = sharedWith(source, one, node)
      if (shared === 'surely' || (shared && !one.opening)) source.refuse(node, reasonOf(one), one.node)
      else if (shared && !perhaps.has(one)) perhaps.set(one, node)
    }
  const [[first, node] = []] = perhaps
  const more = perhaps.size > 1 ? `, and ${perhaps.size - 1} more` : ''
  const advice = 'if a test gets another answer here, convert what is left too'
  if (first && node) source.noteOnce(node, `${reasonOf(first)}${more}: ${advice}`)
}

/** The tests in which alone an answer is declared, and the suites whose hooks declare it. */
export function testsOf(source: Source, node: ts.Node): Kept['tests'] {
  const placements = placementsOf(source, node)
  if (placements.some(({ kind, suite }) => kind === 'hook' && suite === source.file)) return undefined
  if (placements.some(({ kind }) => kind === 'function')) return 'of callers'
  return placements.map(({ kind, scope, suite }) => (kind === 'hook' ? suite : scope))
}

/** Whether a test may have what is kept and a construct. What a test leaves over for the next one is not followed. */
function mayBeInOneTest(source: Source, { tests, isFar = false }: Kept, node: ts.Node): boolean {
  if (!tests) return true
  return placementsOf(source, node).some(({ kind, scope, suite }) => {
    if (kind === 'hook' && suite === source.file) return true
    if (tests === 'of callers' || kind === 'function') return !isFar
    return tests.some(
      (test) =>
        test.getSourceFile() === source.file && (isInside(scope, test) || (isInside(test, suite) && kind === 'hook')),
    )
  })
}

/** Divides what was declared: what is left stays with its library, and keeps what it could answer too. */
export function keepLeft(source: Source): void {
  const { answers, kept, hosts } = source
  kept.push(...answers.filter(({ node }) => source.isLeft(node)))
  const done = answers.filter(({ node, makes }) => !makes && !source.isLeft(node))
  for (const { host } of done) hosts.add(host)
  separate(source, done)
}

/** What may be asked for by a method and a path, both of which may be code that is not known. */
export function keptRoute(source: Source, at: string, path?: ts.Expression, method?: string): DeclaredStub {
  return {
    method: method?.toLowerCase() ?? 'all',
    path: path ? pathCode(source, path) : ANY_PATH,
    at,
    response: { code: '', isJson: false },
    match: undefined,
    settings: [],
    times: undefined,
  }
}

const ANY_PATH = '/.*/'

function pathCode(source: Source, path: ts.Expression): string {
  const { ts } = source
  const text = constantText(source, path)
  if (text !== undefined) return source.quote(text.replace(/\?.*$/s, ''))
  const code = path.getText()
  const isText = ts.isTemplateExpression(path) || ts.isIdentifier(path)
  return ts.isRegularExpressionLiteral(path) || (isText && !code.includes('?')) ? code : ANY_PATH
}

function keptFor({ kept, rulings }: Source): Kept[] {
  // What is added to the scope of a function is read anew once one of them is left.
  return [...kept, ...rulings.beneath].filter(({ made }) => !made || made.refused)
}

function reasonOf({ node, host, routes, place }: Kept): string {
  const text = place ?? shorten(node.getText())
  return `${text} is left, and may answer ${routes ? 'the same request' : `for all of ${host ?? 'any host'}`}`
}

/** Whether what is kept, and that may be of the host of a converted construct, answers one of its requests. */
function sharedWith(source: Source, kept: Kept, done: ts.Node): 'surely' | 'perhaps' | undefined {
  if (!kept.routes) return 'perhaps'
  const routes = source.declared
    .filter(({ construct }) => construct === done)
    .flatMap(({ chain, interceptors }) => interceptors.map(({ stub }) => ({ stub, chain })))
  if (kept.routes.length > 0 && routes.length === 0) return 'surely'
  const shared = kept.routes.flatMap((route) =>
    routes.flatMap((other) => {
      // A GET stub of mynah answers HEAD too.
      const isHead = route.stub.method === 'head' && other.stub.method === 'get'
      const isOne = (isHead || haveOneMethod(route.stub, other.stub)) && mayBeOneUrl(source, route, other)
      return isOne ? [areKnown(source, route, other)] : []
    }),
  )
  return shared.includes(true) ? 'surely' : shared.length > 0 ? 'perhaps' : undefined
}

/** Whether mynah may have stubs for the host of what is kept, in this file or in another one of its process. */
function isShared({ hosts, rulings }: Source, { host }: Kept): boolean {
  const others = [...hosts, ...rulings.beside]
  return others.some((other) => host === undefined || other === undefined || other === host)
}

/** Has what is kept let pass what mynah answers. Returns whether anything had to be told so. */
export function openKept(source: Source): boolean {
  const opened = source.kept.filter((one) => one.opening?.[1] && isShared(source, one))
  const edits = new Map(opened.flatMap(({ opening }) => (opening ? [opening] : [])))
  for (const [at, text] of edits) source.edits.insert(at, text)
  const [first] = opened
  if (first) source.notes.push({ line: source.lineOf(first.node), reason: OPENED })
  return edits.size > 0
}

/** The requests that have to reach what is kept, as items of the option `passthrough`: mynah would refuse them. */
export function passingItems(source: Source): string[] {
  const items = keptFor(source).flatMap((one) => {
    const routes = one.routes?.some((route) => isAnyUrl(source, route)) ? undefined : one.routes
    if (routes && isShared(source, one)) return routes.map((route) => passingItem(source, route))
    // What is left to a host that mynah has no stub for refuses the others itself.
    const reason = `all requests to ${one.host ?? 'any host'} pass, ${OPEN}`
    if (isShared(source, one) && !source.notes.some((note) => note.reason === reason))
      source.notes.push({ line: one.place ? 1 : source.lineOf(one.node), reason })
    return [one.host === undefined ? ANY_PATH : source.quote(one.host)]
  })
  return items.includes(ANY_PATH) ? [ANY_PATH] : [...new Set(items)]
}

const OPENED = 'nock refused other requests to the host of this scope; now those without an answer reach the network'
const OPEN = 'since what is left may answer any of them: one without an answer may reach the network'

function passingItem(source: Source, route: Route): string {
  const { path } = route.stub
  const url = urlPattern(source, route)
  return patternOf(path)
    ? `({ url }) => ${url}.test(url) && ${path}.test(url.slice(new ${source.global('URL')}(url).origin.length))`
    : url
}
