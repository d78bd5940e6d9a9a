import type ts from 'typescript'
import type { Conversion, Reader } from '../declare/conversion.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { printCall, printStub } from '../layout/print-stub.ts'
import { assertionOf, statementOfCall } from '../read/assertions.ts'
import { bindingsOf } from '../read/imports.ts'
import { type Chain, chainFrom, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { routeOf } from './read-route.ts'

const INSTANCE = /^(?:sandbox|createInstance)$/
const ROUTE = /^(?:(?:get|post|put|patch|delete|head|any)(?:Once)?|once|mock|route)$/

const MODULES = /^fetch-mock$/

/** Rewrites a file's instances of fetch-mock as mocks whose fetch is injected. */
export const FETCH_MOCK: Reader = { modules: MODULES, convert: convertFetchMock }

function convertFetchMock(source: Source): Conversion | undefined {
  const bindings = bindingsOf(source, MODULES)
  if (bindings.length === 0) return undefined
  for (const { symbol, name } of bindings) {
    for (const use of usesOf(source, symbol, name.text)) if (use !== name) convertUse(source, use)
  }
  return { bindings, needsSetup: false, options: '' }
}

function convertUse(source: Source, use: ts.Identifier): void {
  const chain = chainFrom(source, use)
  const [first, ...routes] = chain.links
  if (!first || !INSTANCE.test(first.name)) {
    source.leave(use, 'write the global fetch-mock as setupMocks(routes), see "From fetch-mock" in migrating.md')
    return
  }
  source.attempt(use, () => convertInstance(source, chain), Math.max(1, routes.length))
}

function convertInstance(source: Source, chain: Chain): void {
  const { ts } = source
  const { parent } = chain.node
  const indent = source.indentOf(source.startOf(chain.node))
  const mocks = mocksCode(source, chain, indent)
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    replaceUses(source, parent.name)
    source.replace(chain.node, mocks)
  } else if (isHandler(source, parent)) source.replace(parent, `${mocks}.fetch`)
  else source.replace(chain.node, `${mocks}.fetch`)
}

function mocksCode(source: Source, chain: Chain, indent: string): string {
  const inner = indent + source.style.indent
  const { links } = chain
  const routes = links.slice(1).map((link) => {
    if (!ROUTE.test(link.name)) return leaveByHand(`write ${link.name}() by hand`)
    return printStub(routeOf(source, link), source.name('rest'), source, source.style, inner + source.style.indent)
  })
  const setup = source.name('setupMocks')
  if (routes.length === 0) return `${setup}([], { patch: false })`
  const list = `[\n${routes.map((route) => `${inner}${source.style.indent}${route},\n`).join('')}${inner}]`
  return `${setup}(\n${inner}${list},\n${inner}{ patch: false },\n${indent})`
}

function isHandler(source: Source, node: ts.Node): boolean {
  return source.ts.isPropertyAccessExpression(node) && node.name.text === 'fetchHandler'
}

/** A sandbox is a fetch itself; mocks have one. */
function replaceUses(source: Source, name: ts.Identifier): void {
  const symbol = source.checker.getSymbolAtLocation(name)
  if (!symbol) return
  for (const use of usesOf(source, symbol, name.text)) if (use !== name) replaceUse(source, use)
}

function replaceUse(source: Source, use: ts.Identifier): void {
  const { ts } = source
  const { parent } = use
  if (ts.isShorthandPropertyAssignment(parent)) source.replace(use, `${use.text}: ${use.text}.fetch`)
  else if (!ts.isPropertyAccessExpression(parent) || parent.expression !== use) source.replace(use, `${use.text}.fetch`)
  else if (parent.name.text === 'fetchHandler') source.replace(parent, `${use.text}.fetch`)
  else if (ts.isCallExpression(parent.parent) && parent.name.text === 'done') replaceDone(source, use, parent.parent)
  else replaceRoutes(source, use)
}

/** `done()` asks whether all routes were used. */
function replaceDone(source: Source, use: ts.Identifier, call: ts.CallExpression): void {
  const statement = assertionOf(source, call)?.statement ?? statementOfCall(source, call)
  if (!statement) {
    leaveByHand(`write ${use.text}.verify({ unused: true }), which throws`)
    return
  }
  const verify = `${use.text}.verify({ unused: true })`
  const isAva = /^t\./.test(statement.getText(source.file))
  source.replace(statement, `${isAva ? `t.notThrows(() => ${verify})` : verify}${source.style.semicolon}`)
}

/** A route that is added later lies above the others. */
function replaceRoutes(source: Source, use: ts.Identifier): void {
  const chain = chainFrom(source, use)
  const statement = statementOfCall(source, chain.node)
  if (!statement || !chain.links.every(({ name }) => ROUTE.test(name))) {
    leaveByHand(`what ${use.text} is used for has to be written with mocks.calls(), see migrating.md`)
  }
  const indent = source.indentOf(statement)
  const inner = indent + source.style.indent
  const stubs = chain.links.map((link) =>
    printStub(routeOf(source, link), source.name('rest'), source, source.style, inner),
  )
  source.replace(chain.node, printCall(`${use.text}.use`, stubs, source.style, indent))
}
