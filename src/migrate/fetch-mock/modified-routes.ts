import { leaveByHand } from '../layout/by-hand.ts'
import type { Link } from '../read/nodes.ts'
import { propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { routesNamed } from './calls/filters.ts'
import { partsOf } from './routes/route-options.ts'

const BY_HAND = 'declare the new answer: the newest mocks.use comes first'

/** A route whose answer is changed is the same route, with the new answer. What it takes may not change. */
export function modifiedRoutes(source: Source, links: readonly Link[]): Link[] {
  const { ts } = source
  return links.map(({ name: method, args: [name, options], node }) => {
    const [route, ...others] = name && ts.isStringLiteralLike(name) ? routesNamed(source, name.text, node) : []
    const object = options && ts.isObjectLiteralExpression(options) ? options : undefined
    const response = object?.properties.length === 1 ? propertyOf(source, object, 'response') : undefined
    const isFixed =
      route && (/once$/i.test(route.name) || /\b(?:repeat|sticky|waitFor)\b/.test(route.node.getText(source.file)))
    if (method !== 'modifyRoute' || !route || others.length > 0 || !response || isFixed) return leaveByHand(BY_HAND)
    const { matcher, options: last } = partsOf(route)
    return { name: route.name, args: [...(matcher ? [matcher] : []), response, ...(last ? [last] : [])], node }
  })
}
