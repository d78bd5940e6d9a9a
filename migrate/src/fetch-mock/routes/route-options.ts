import type ts from 'typescript'
import { objectOf } from '../../declare/changing.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantText } from '../../read/constants.ts'
import { type Link, propertyValue } from '../../read/nodes.ts'
import { shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'

/** The properties of a route's options. */
export type Properties = Map<string, ts.Expression>

const OPTIONS =
  /^(?:method|headers|params|body|query|repeat|delay|name|matchPartialBody|overwriteRoutes|url|matcher|response)$/

const OF_REQUEST = /^(?:method|headers|params|body|query|matchPartialBody)$/

export function propertiesOf(source: Source, node: ts.Expression): Properties {
  const { ts } = source
  const object = objectOf(source, node)
  const found: Properties = new Map()
  for (const property of object?.properties ?? [undefined]) {
    const name = property?.name?.getText(source.file) ?? ''
    // Of a constant, the conditions alone: the rest is looked for in the text of its route.
    if (!property || (object !== node && !OF_REQUEST.test(name)))
      return leaveByHand(`write ${shorten(source.code(node))} as settings: { match, times, delay }`)
    const value = propertyValue(ts, property)
    if (!value) return leaveByHand('write the options as settings: { match, times, delay }')
    found.set(name, value)
    if (!OPTIONS.test(name) || (name === 'overwriteRoutes' && value.getText(source.file) !== 'true'))
      leaveByHand(`the option ${name} has no counterpart`)
  }
  return found
}

/** The names of methods that declare a route. */
export const ROUTE =
  /^(?:(?:get|post|put|patch|delete|head)(?:Any)?(?:Once)?|any(?:Once)?|once|mock|route|catch|spy(?:Global)?|sticky)$/

/** What the arguments of a route are: `any(response, options)` has no matcher, `spy(matcher)` no response. */
export function partsOf({ name, args }: Link): {
  readonly matcher?: ts.Expression | undefined
  readonly response?: ts.Expression | undefined
  readonly options?: ts.Expression | undefined
} {
  const [first, second, third] = args
  if (/^catch$|any(?:Once)?$/i.test(name)) return { response: first, options: second }
  return name === 'spy' ? { matcher: first, options: second } : { matcher: first, response: second, options: third }
}

/** The options of a route. A text is its name. */
export function optionsOf(source: Source, node: ts.Expression | undefined): Properties {
  return !node || source.ts.isStringLiteralLike(node) ? new Map() : propertiesOf(source, node)
}

/** The method that the name of a call says, or its options. */
export function methodOf(source: Source, name: string, options: Properties): string {
  const method = name.replace(/(?:Any)?(?:Once)?$/, '')
  if (/^(?:get|post|put|patch|delete|head)$/.test(method)) return method
  const said = options.get('method')
  const text = said && constantText(source, said)
  return text && text !== 'any' ? text.toLowerCase() : 'all'
}
