import type ts from 'typescript'
import { printFields } from '../../layout/model.ts'
import { expectationOn, replaceComparison } from '../../read/assertions.ts'
import { calleeOf, callsNamed, isTypeScript, nameOf, nodesIn, outerOf } from '../../read/nodes.ts'
import { anyPath } from '../../read/path.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { isAtStart, testAround } from '../../read/tests.ts'
import { isInline } from '../../request/resolver.ts'
import { matcherOf, matchOf, methodOf, optionsOf, type Properties, partsOf } from '../routes/match-route.ts'
import { routeNamed } from '../routes/named-route.ts'
import { readCall, readCalls, readOptions } from './read-call.ts'

export const HISTORY = /^(?:calls|called|lastCall|lastUrl|lastOptions|flush)$/

/** Whether a route took the calls. What none took went to `catch()`, which is a stub here. */
const MATCHED = /^(?:true|false|['"](?:un)?matched['"])$/

export function convertHistory(source: Source, call: ts.CallExpression, member: string, mocks: string): void {
  addRead(source, call)
  if (member === 'flush') leaveByHand("write await mocks.waitFor('/users') for each request that this waits for")
  const [filter] = call.arguments
  if (filter && MATCHED.test(filter.getText(source.file))) leaveByHand('write mocks.calls(), or mocks.unmatched()')
  const calls = `${mocks}.calls(${filterCode(source, call.arguments)})`
  if (member === 'called') replaceComparison(source, call, `${calls}.length > 0`)
  else if (member === 'calls') {
    source.replace(call, calls)
    readCalls(source, call)
  } else if (member === 'lastCall') {
    const { parent } = outerOf(source, call)
    const isTakenApart = source.ts.isVariableDeclaration(parent) && !source.ts.isIdentifier(parent.name)
    source.replace(call, `${calls}.at(-1)${isTakenApart && isTypeScript(source) ? '!' : ''}`)
    readCall(source, call)
  } else {
    source.replace(call, `${calls}.at(-1)${accessOf(source, call)}request${member === 'lastUrl' ? '.url' : ''}`)
    if (member === 'lastOptions') readOptions(source, call)
  }
}

export const AS_SENT = "write this by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)"

/** The fetches that a file asks by the matchers of fetch-mock for Jest and Vitest: `expect(global.fetch).toHaveFetched(url)`. */
export function fetchesAsked(source: Source): ts.Expression[] {
  const { ts, file } = source
  const isFetch = (node: ts.Node) => /^(?:(?:global|globalThis|window)\.)?fetch$/.test(node.getText())
  return nodesIn(ts, file, ts.isCallExpression).flatMap((call) => {
    const [subject] = calleeOf(source, call) === 'expect' ? call.arguments : []
    const isAsked = subject && isFetch(subject) && /Fetched/.test(expectationOn(source, subject)?.path ?? '')
    return isAsked ? [subject] : []
  })
}

const ASKED = /^(?:not\.)?toHave(Fetched|Got|Posted|Put|Deleted|Patched)(Times)?$/
const METHODS = new Map(Object.entries({ Got: 'get', Posted: 'post', Put: 'put', Deleted: 'delete', Patched: 'patch' }))

/** What `expect` is handed: fetch-mock, or its `fetchHandler`. */
export function subjectOf(use: ts.Expression): ts.Expression {
  return use.parent.getText().endsWith('.fetchHandler') ? (use.parent as ts.Expression) : use
}

/** Whether a test asks for calls by the matchers of fetch-mock, or reads its list of them. */
export function isAsked(source: Source, use: ts.Identifier): boolean {
  const path = expectationOn(source, subjectOf(use))?.path ?? ''
  const isOfCalls = /\btoHave\w*(?:Fetched|Got|Posted|Put|Deleted|Patched)/.test(path)
  return isOfCalls || use.parent.parent.getText().endsWith('.callLogs')
}

export function convertFetched(source: Source, subject: ts.Expression, mocks: string): void {
  const { path, isNot, call } = expectationOn(source, subjectOf(subject)) ?? leaveByHand(AS_SENT)
  const [, verb = '', isTimes] = ASKED.exec(path) ?? leaveByHand(AS_SENT)
  addRead(source, call)
  const [first] = call.arguments
  const filter = filterCode(source, call.arguments.slice(isTimes ? 1 : 0), METHODS.get(verb))
  const isEqual = isTimes ? !isNot : isNot
  const times = isTimes && first ? source.code(first) : '0'
  source.replace(call, `expect(${mocks}.calls(${filter}))${isEqual ? '' : '.not'}.toHaveLength(${times})`)
}

/** How the last call is read: what threw without a call, `lastOptions().body`, is not `undefined` then. */
function accessOf(source: Source, call: ts.Node): string {
  const { ts } = source
  const outer = outerOf(source, call)
  const { parent } = outer
  const isRead = ts.isPropertyAccessExpression(parent) && parent.expression === outer && !parent.questionDotToken
  return isRead ? (isTypeScript(source) ? '!.' : '.') : '?.'
}

/** Whether a route of the file answers a number of times: `clearHistory` has it answer again, and `done` asks for all of them. */
export function isLimited(source: Source): boolean {
  const { ts, file } = source
  const isRepeat = (node: ts.Node) => ts.isPropertyAssignment(node) && nameOf(ts, node) === 'repeat'
  return callsNamed(source, /[Oo]nce$/).length + nodesIn(ts, file, isRepeat).length > 0
}

export const CLEAR = /^(?:clearHistory|resetHistory|mockClear)$/

/** What a test asks for after it has fetch-mock forget calls stays with fetch-mock too. */
function addRead(source: Source, node: ts.Node): void {
  const { ts } = source
  source.reads.push(source.construct.getStart(source.file))
  const test = testAround(source, node)
  const calls = test ? nodesIn(ts, test, ts.isCallExpression) : []
  // Other mocks have a `mockClear()` too.
  const isClear = (callee: string) => /\.(?:clear|reset)History$|fetch\w*\.mockClear$/i.test(callee)
  if (calls.some((call) => !isAtStart(source, call) && isClear(calleeOf(source, call))))
    leaveByHand('this test has fetch-mock forget calls: count from there, as mocks.calls().slice(before)')
}

/** Prints a filter of calls as mynah's; `''` if it takes all of them. */
function filterCode(source: Source, args: readonly ts.Expression[], method = ''): string {
  const { ts } = source
  const [place, given] = args.map((node) => (node?.getText() === 'undefined' ? undefined : node))
  const options = optionsOf(source, given)
  const asked = given && ts.isStringLiteralLike(given) ? given.text.toLowerCase() : methodOf(source, method, options)
  if (place && ts.isStringLiteralLike(place) && /^[\da-z-]+$/i.test(place.text))
    return filterOfRoute(source, place, asked, options)
  const { isWhole, ...matcher } = matcherOf(source, place, options)
  // A whole URL leaves out those with another query.
  const none = isWhole && !options.has('query') ? `${source.name('equals')}({})` : undefined
  const match = matchOf(source, options, { ...matcher, queries: matcher.queries ?? none })
  return printFilter(source, asked, matcher.path, match)
}

function filterOfRoute(source: Source, filter: ts.StringLiteralLike, asked: string, more: Properties): string {
  const route = routeNamed(source, filter)
  const { matcher: place, options: last } = route ? partsOf(route) : {}
  const options = new Map([...optionsOf(source, last), ...more])
  const method = methodOf(source, route?.name ?? '', options)
  const isOther = asked !== 'all' && method !== 'all' && asked !== method
  if (!route || isInline(source, place) || isOther)
    return leaveByHand(`stubs have no names: write what ${filter.text} takes, as mocks.calls('GET /users')`)
  const matcher = matcherOf(source, place, options)
  return printFilter(source, method === 'all' ? asked : method, matcher.path, matchOf(source, options, matcher))
}

function printFilter(source: Source, method: string, path: string, match: string | undefined): string {
  const isAny = path === anyPath(source)
  const verb = method === 'all' ? undefined : method.toUpperCase()
  if (match === undefined && !verb) return isAny ? '' : path
  if (match === undefined && !isAny && /^['"]/.test(path)) return `${path[0]}${verb} ${path.slice(1)}`
  return printFields({ method: verb && source.quote(verb), path: isAny ? undefined : path, match }) ?? ''
}
