import type ts from 'typescript'
import { bindingsOf, type Conversion, handedOn, importsOf, type Reader } from '../read/imports.ts'
import { isInside, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hasTests, isOncePerFile } from '../read/tests.ts'
import { majorOf } from '../read/typescript.ts'
import { askHandler, askListed, declareAsking, isAsked, madeByPackages } from './handlers/ask-msw.ts'
import { convertGraphql } from './handlers/graphql.ts'
import { convertHandler, convertInline, httpMaker, typedResolvers } from './handlers/handlers.ts'
import { convertType, isType } from './handlers/msw-types.ts'
import { noteOrder } from './handlers/order.ts'
import { convertDelay } from './handlers/resolver.ts'
import { convertResponse } from './handlers/responses.ts'
import { areOfAddon, type Handled, MODULES, type Uses } from './handlers/uses.ts'
import { convertServer, leaveHandedOn } from './server.ts'
import { serversOf } from './servers.ts'

/** Rewrites a file's handlers, responses and server of msw 2 or 3. The file keeps its names and its hooks. */
export const MSW: Reader = { modules: MODULES, convert: convertMsw }

/** A file uses msw itself, or a server that another module of the project sets up. */
function convertMsw(source: Source): Conversion | undefined {
  const bindings = [...bindingsOf(source, MODULES), ...handedOn(source, MODULES)]
  const servers = serversOf(source)
  source.servers.push(...servers.map(({ module }) => module))
  const isOfStories = areOfAddon(source.ts, source.file)
  const made = madeByPackages(source)
  if (bindings.length + servers.length + made.length === 0 && !isOfStories) return undefined
  noteOrder(source)
  const isSpecifier = ({ parent }: ts.Node) =>
    source.ts.isImportSpecifier(parent) || source.ts.isExportSpecifier(parent)
  const uses = new Map(
    bindings.flatMap(({ symbol, name, exported }) =>
      usesOf(source, symbol, name.text)
        .filter((use) => use !== name && !isSpecifier(use) && !isAsked(source, use))
        .map((use): [ts.Identifier, string] => [use, exported]),
    ),
  )
  if (majorOf(source.file.fileName, 'msw') === 1 || [...uses.values()].includes('rest')) {
    source.leave(importsOf(source)[0] ?? source.file, MSW_1, Math.max(1, uses.size))
    return { bindings, needsSetup: false, options: '', stays: MSW_1 }
  }
  const isRefused = servers.some(({ setup }) => setup && source.rulings.staying.has(setup.getStart(source.file)))
  if (isOfStories) source.leave(importsOf(source)[0] ?? source.file, STORIES)
  const handled: Handled = {
    nodes: servers.flatMap(({ setup }) => (setup ? [setup.expression] : [])),
    kept: isRefused || isOfStories ? [source.file] : [],
    uses,
    resolvers: new Set(),
  }
  for (const [use, exported] of uses) if (exported === 'http') convertHttp(source, use, handled)
  convertGraphql(source, handled)
  const isHandled = (node: ts.Node) => [...handled.nodes, ...handled.resolvers].some((one) => isInside(node, one))
  // Those that are exported, or handed to another function.
  for (const node of typedResolvers(source)) {
    if (isHandled(node) || isAsked(source, node)) continue
    source.attempt(node, () => convertInline(source, httpMaker(source), node, uses))
    handled.resolvers.add(node)
  }
  for (const [use, exported] of uses) {
    if (isHandled(use) || isOfPolicy(source, use) || (OWN_PASS.test(exported) && !isType(source, use))) continue
    if (MAKERS.test(exported) && !isType(source, use)) handled.kept.push(source.file)
    convertUse(source, use, exported)
  }
  for (const server of servers) {
    if (leaveHandedOn(source, server)) handled.kept.push(source.file)
    else convertServer(source, server)
  }
  convertPassthrough(source, uses, handled.kept)
  for (const item of made) source.attempt(item, () => askListed(source, item))
  const isOpened = declareAsking(source)
  // What stays in a module answers in the tests of other files.
  const isModule = !hasTests(source.ts, source.file)
  const isShared = handled.kept.some((handler) => isModule || isOncePerFile(source, handler))
  return { bindings, needsSetup: false, options: '', isOpened, stays: isShared ? WHOLE : undefined }
}

export const MSW_1 = 'msw 1 is not converted'

const STORIES = 'msw-storybook-addon takes handlers of msw: use parameters: { mynah: { routes } } of mynah/storybook'

const WHOLE = 'setupMocks refuses the whole list while one of its handlers is msw’s'

const MAKERS = /^(?:setupServer|setupWorker|defineNetwork|initialize|mswLoader|mswDecorator|sse|ws|\*)$/

const OWN_PASS = /^(?:http|graphql|passthrough)$/

function convertUse(source: Source, use: ts.Identifier, exported: string): void {
  if (exported === 'HttpResponse') source.attempt(use, () => convertResponse(source, use))
  else if (exported === 'delay') source.attempt(use, () => convertDelay(source, use))
  else if (isType(source, use)) source.attempt(use, () => convertType(source, use, exported))
  else source.leave(use, BY_HAND[exported] ?? `${exported} of msw: see "From MSW" in migrating.md`)
}

const BY_HAND: Readonly<Record<string, string>> = {
  setupServer: 'keep what setupServer() returns in a variable: mynah-migrate follows that',
  setupWorker: 'keep what setupWorker() returns in a variable: mynah-migrate follows that',
  ws: 'write rest.get(url, websocket({ open, message, close })), with websocket of mynah/websocket',
  bypass: 'outside of a resolver, let the origin pass: setupMocks(routes, { passthrough: [origin] })',
  matchRequestUrl: 'this needs no server of msw: keep it, or ask for the calls: mocks.calls({ method, path })',
  '*': "import the names of msw one by one: import { http, HttpResponse } from 'msw'",
}

/** The policy of a server asks whether a frame is one of HTTP, or a request one for an asset. */
function isOfPolicy({ ts }: Source, use: ts.Identifier): boolean {
  const { parent } = use
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword
  const policy = ts.findAncestor(use, (one) => ts.isObjectLiteralElement(one) && POLICY.test(one.name?.getText() ?? ''))
  return policy !== undefined
}

const POLICY = /^onUnhandled(?:Request|Frame)$/

/** A handler that is left keeps all that is in it. */
function convertHttp(source: Source, use: ts.Identifier, handled: Handled): void {
  const { ts } = source
  const { parent } = use
  const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)
  const call = isMember ? parent.parent : undefined
  if (!call || !ts.isCallExpression(call) || call.expression !== parent) {
    if (isType(source, use)) return
    source.leave(use, 'write http of msw as rest of mynah: rest.get(path, payload)')
    // It may make handlers for any list.
    handled.kept.push(source.file)
    return
  }
  const convert = () => convertHandler(source, httpMaker(source), call, handled)
  if (!source.attempt(call, convert)) askHandler(source, call, 'http', handled)
  handled.nodes.push(call)
}

/** Both libraries call it `passthrough`. The name is free if the import of msw goes. */
function convertPassthrough(source: Source, uses: Uses, kept: readonly ts.Node[]): void {
  if (source.left.length === 0) source.release('passthrough')
  for (const [use, exported] of uses) {
    const isKept = kept.some((handler) => isInside(use, handler))
    if (exported === 'passthrough' && !isKept) source.replace(use, source.name('passthrough'))
  }
}
