import type ts from 'typescript'
import type { Source } from '../read/source.ts'
import { ROUTE } from './routes/route-options.ts'

/** What fetch-mock's types are called here. */
const TYPES: Readonly<Record<string, string>> = {
  FetchMock: 'Mocks',
  FetchMockSandbox: 'Mocks',
  CallLog: 'Call',
  MockCall: 'Call',
}

/** The type of a matcher goes with the matcher, and one in a route with the route. */
export function convertType(source: Source, type: ts.TypeReferenceNode): void {
  if (isInRoute(source, type)) return
  const text = type.getText(source.file)
  const name = TYPES[text]
  if (name !== undefined) source.attempt(type, () => source.replace(type, source.name(name)))
  else if (!/^RouteMatcher(?:Function)?$/.test(text))
    source.leave(type, `${text} of fetch-mock has no counterpart: remove it`)
}

function isInRoute({ ts }: Source, type: ts.Node): boolean {
  const isRoute = (one: ts.Node) =>
    ts.isCallExpression(one) && ts.isPropertyAccessExpression(one.expression) && ROUTE.test(one.expression.name.text)
  return ts.findAncestor(type, isRoute) !== undefined
}
