import type ts from 'typescript'
import { callsNamed, isReachable, type Link, nodesIn, propertyOf } from '../../read/nodes.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { testAround } from '../../read/tests.ts'
import { isInline } from '../../request/resolver.ts'
import { partsOf, ROUTE } from './match-route.ts'

/** The route of a name, if it is the only one of the file, or of the test. */
export function routeNamed(source: Source, asked: ts.StringLiteralLike): Link | undefined {
  const { ts, file } = source
  const isNamed = (node?: ts.Expression) => {
    const name = node && ts.isObjectLiteralExpression(node) ? propertyOf(source, node, 'name') : node
    return name && ts.isStringLiteralLike(name) && name.text === asked.text
  }
  const routes = nodesIn(ts, file, ts.isCallExpression).flatMap((node) => {
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : ''
    const link = { name, args: [...node.arguments], node }
    const { matcher, options } = partsOf(link)
    return ROUTE.test(name) && name !== 'modifyRoute' && [matcher, options].some(isNamed) ? [link] : []
  })
  const test = testAround(source, asked)
  const [route, ...others] = routes.length > 1 ? routes.filter((one) => testAround(source, one.node) === test) : routes
  return others.length > 0 ? undefined : route
}

/** A route that gets another response by its name, as a newer one. What answers a number of times is not followed. */
export function modifiedRoute(source: Source, { args: [name, given], node }: Link): Link {
  const route = name && source.ts.isStringLiteralLike(name) ? routeNamed(source, name) : undefined
  const { matcher, options } = route ? partsOf(route) : {}
  const isOne = given && source.ts.isObjectLiteralExpression(given) && given.properties.length === 1
  const response = isOne && propertyOf(source, given, 'response')
  const isPlain = matcher && !isInline(source, matcher) && isReachable(source, matcher, node)
  const isLimited = /[oO]nce |\brepeat\b/.test(`${route?.name} ${options?.getText()} ${matcher?.getText()}`)
  if (!route || !isPlain || !response || isLimited || callsNamed(source, /\.done$/).length > 0)
    return leaveByHand('write mocks.use.get(path, payload) with what this route takes, and with the new response')
  return { name: route.name, args: [matcher, response, ...(options ? [options] : [])], node }
}
