import type ts from 'typescript'
import { keptRoute, testsOf } from '../order/beneath.ts'
import { constantText, onlyValueOf } from '../read/constants.ts'
import { type Chain, propertyOf } from '../read/nodes.ts'
import type { Kept } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { originOfGet } from './values.ts'

/** What an agent would answer for an interceptor, if this stayed. */
export function keptBy(source: Source, pool: ts.Expression, { node, links }: Chain): Kept {
  const at = originOfPool(source, pool)
  const tests = links.some(({ name }) => name === 'persist') ? undefined : testsOf(source, node)
  const [options] = links[0]?.args ?? []
  if (at === undefined || !options || !source.ts.isObjectLiteralExpression(options))
    return { node, host: at && hostOf(at), tests, routes: undefined }
  const [path, method] = ['path', 'method'].map((name) => propertyOf(source, options, name))
  const isAny = options.properties.some((one) => /^(?:\.\.\.|method$)/.test(one.name?.getText() ?? '...'))
  const name = method ? constantText(source, method) : isAny ? undefined : 'get'
  return {
    node,
    host: hostOf(at),
    tests,
    routes: [{ stub: keptRoute(source, source.quote(at), path, name), chain: node }],
  }
}

function hostOf(at: string): string | undefined {
  return URL.canParse(at) ? new URL(at).origin : undefined
}

/** The one origin that a pool is made for. */
function originOfPool(source: Source, pool: ts.Expression): string | undefined {
  const value = source.ts.isIdentifier(pool) ? onlyValueOf(source, pool) : pool
  const origin = value && originOfGet(source, value)
  return origin && constantText(source, origin)
}
