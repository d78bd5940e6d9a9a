import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { subjectCode } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { convertType, isType } from './convert-type.ts'
import { convertResponse } from './handlers/responses.ts'
import { assetCode } from './policy-function.ts'

/** Rewrites a use of an export of msw outside of handlers, or says what to write in its place. */
export function convertUse(source: Source, use: ts.Identifier, exported: string): void {
  if (exported === 'HttpResponse') source.attempt(use, () => convertResponse(source, use))
  else if (exported === 'delay') source.attempt(use, () => convertWait(source, use))
  else if (isType(source, use)) source.attempt(use, () => convertType(source, use, exported))
  else if (Object.hasOwn(CALLS, exported)) source.attempt(use, () => convertCall(source, use, exported))
  else if (exported === 'getResponse') source.attempt(use, () => convertGetResponse(source, use))
  else source.leave(use, BY_HAND[exported] ?? `${exported} of msw: see "From MSW" in migrating.md`)
}

/** The code of a call of a helper. */
const CALLS: Readonly<Record<string, (argument: string) => string>> = {
  isCommonAssetRequest: assetCode,
  cleanUrl: withoutQuery,
  getCleanUrlString: withoutQuery,
}

function withoutQuery(url: string): string {
  return `${url}.replace(/[?#].*$/, '')`
}

function convertCall(source: Source, use: ts.Identifier, exported: string): void {
  const { ts } = source
  const call = use.parent
  const [argument] = ts.isCallExpression(call) && call.expression === use ? call.arguments : []
  if (!argument) leaveByHand(`call ${exported} where it is used: it becomes code there`)
  source.replace(call, (CALLS[exported] as (argument: string) => string)(subjectCode(source, argument)))
}

export const SOURCES = 'setupMocks(routes) has all sources: fetch, node:http, undici and XMLHttpRequest'

/** Why a file stays whose handlers are made by `rest`. */
export const MSW_1 =
  'rest is of msw 1: move to msw 2 by https://mswjs.io/docs/migrations/1.x-to-2.x, then run this again'

export const STORIES =
  'msw-storybook-addon takes handlers of msw: use parameters: { mynah: { routes } } of mynah/storybook'

/** What to write in place of an export of msw. */
const BY_HAND: Readonly<Record<string, string>> = {
  setupServer: 'keep what setupServer() returns in a variable: mynah-migrate follows that',
  setupWorker: 'keep what setupWorker() returns in a variable: mynah-migrate follows that',
  ws: 'there are no WebSocket mocks here: keep these tests with msw, in files of their own',
  matchRequestUrl: 'no function here matches a URL: ask which stub would answer, (await mocks.explain(url)).params',
  isPassthroughResponse: "a call has its outcome: mocks.calls()[0].outcome === 'passed'",
  bypass: 'outside of a resolver, let the origin pass: setupMocks(routes, { passthrough: [origin] })',
  HttpHandler: 'declare it by a method of rest, as in rest.get(path, payload); the type of a stub is Stub',
  RequestHandler: 'a stub tells nothing of itself: ask the mocks for what it took, mocks.calls(path)',
  handleRequest: 'ask mocks without a patch: setupMocks(routes, { patch: false }).fetch(request)',
  onUnhandledRequest: 'the option onUnmatched of setupMocks decides what no stub answers',
  '*': "import the names of msw one by one: import { http, HttpResponse } from 'msw'",
  initialize: STORIES,
  mswLoader: STORIES,
  mswDecorator: STORIES,
  msw: 'mynah needs no plugin: take it out of the configuration',
  defineNetwork: SOURCES,
  InterceptorSource: SOURCES,
}

/** An unmatched request rejects, where msw resolves to `undefined`. */
function convertGetResponse(source: Source, use: ts.Identifier): void {
  const { ts } = source
  const call = use.parent
  if (!ts.isCallExpression(call) || call.arguments.length !== 2)
    leaveByHand('write setupMocks(routes, { patch: false }).fetch(request)')
  const [routes, request] = call.arguments.map((one) => source.code(one))
  source.note(call, 'a request that no stub answers rejects here; getResponse resolves to undefined')
  source.replace(call, `${source.name('setupMocks')}(${routes}, { patch: false }).fetch(${request})`)
}

/** Outside of a resolver, msw's `delay(ms)` is a promise. */
function convertWait(source: Source, use: ts.Identifier): void {
  const { ts, checker } = source
  const call = use.parent
  const [time] = ts.isCallExpression(call) && call.expression === use ? call.arguments : []
  const isNumber = time && (checker.getTypeAtLocation(time).flags & ts.TypeFlags.NumberLike) !== 0
  if (!isNumber) leaveByHand('write delay(ms) as new Promise((resolve) => setTimeout(resolve, ms))')
  source.replace(call, `new Promise((resolve) => setTimeout(resolve, ${source.code(time)}))`)
}
