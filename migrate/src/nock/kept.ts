import type ts from 'typescript'
import { keptRoute, testsOf } from '../order/beneath.ts'
import { constantText } from '../read/constants.ts'
import { type Chain, propertyOf } from '../read/nodes.ts'
import type { Kept } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { type Member, memberReason } from './control.ts'
import { baseOf, isBase, METHOD } from './interceptors/chains.ts'
import { hostOf, urlText } from './interceptors/links.ts'

/**
 * What nock would answer for a construct, if this stayed. nock rejects the requests of its hosts that it has no answer for, unless a scope
 * says `allowUnmocked`. `base` is the call `nock(base)`, and `chains` are all that are made by it; nothing if they are not known.
 */
export function keptBy(source: Source, node: ts.Node, base?: ts.CallExpression, chains?: readonly Chain[]): Kept {
  const made = base && baseOf(source, base)
  const host = hostOf(source, made ? made.scope?.base : base?.arguments[0])
  const opening = base && !made ? openingOf(source, base) : undefined
  const known = opening && chains?.some(({ links }) => !isBase(links)) ? chains : undefined
  const isPersisted = (chains ?? []).some(({ links }) => links.some(({ name }) => name === 'persist'))
  const tests = isPersisted ? undefined : testsOf(source, node)
  const routes = known?.flatMap((chain) => routesOf(source, base?.arguments[0], chain))
  return { node, host, made, opening, tests, routes }
}

function routesOf(source: Source, base: ts.Expression | undefined, { node, links }: Chain): Kept['routes'] & {} {
  const text = base && urlText(source, base)
  const at = text === undefined ? (base?.getText() ?? '') : source.quote(text)
  const isFiltered = links.some(({ name }) => name === 'filteringPath')
  return links.flatMap(({ name, args: [path, second] }) => {
    if (!METHOD.test(name)) return []
    const method = name === 'intercept' ? second && constantText(source, second) : name
    const stub = keptRoute(source, at, isFiltered ? undefined : path, method)
    return [{ stub, chain: node }]
  })
}

/** The edit that has a scope let pass what it has no answer for. Nothing if it cannot be told so here. */
function openingOf(source: Source, { arguments: [base, options] }: ts.CallExpression): Kept['opening'] {
  if (!base) return undefined
  if (!options) return [base.end, `, { ${OPEN} }`]
  if (!source.ts.isObjectLiteralExpression(options)) return undefined
  const at = options.getStart(source.file) + 1
  const value = propertyOf(source, options, 'allowUnmocked')
  if (value) return value.kind === source.ts.SyntaxKind.TrueKeyword ? [at, ''] : undefined
  return [at, options.properties.length === 0 ? ` ${OPEN} ` : ` ${OPEN},`]
}

const OPEN = 'allowUnmocked: true'

export function keepRecordings(source: Source, members: readonly Member[]): void {
  for (const { node, name, call } of members) {
    if (name !== 'back' || !call) continue
    source.leave(node, memberReason(name))
    source.kept.push({ node: call, host: undefined, routes: undefined, tests: testsOf(source, node) })
  }
}
