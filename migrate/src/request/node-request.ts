import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'

/** What Node's request says of itself, in mynah's. Its options say the same of the path and the headers. */
const MEMBERS: Readonly<Record<string, string>> = {
  method: 'request.method',
  path: 'request.url.slice(new URL(request.url).origin.length)',
  headers: 'request.headers',
}

/** Writes a member of Node's request, such as `req.path`, as one of mynah's. `node` is the request. */
export function replaceNodeRequest(source: Source, node: ts.Node, reason: string): void {
  const { ts } = source
  const { parent } = node
  const outer = parent.parent
  const isOptions = /\.options\.(?:path|headers)$/.test(outer.getText(source.file))
  const access = isOptions ? outer : parent
  const name =
    ts.isPropertyAccessExpression(access) && (isOptions || access.expression === node) ? access.name.text : ''
  const code = (Object.hasOwn(MEMBERS, name) && MEMBERS[name]) || leaveByHand(reason)
  const isOne = ts.isPropertyAccessExpression(access.parent) || ts.isElementAccessExpression(access.parent)
  if (name === 'headers' && !isOne)
    source.note(access, 'request.headers has all that was sent, `connection` too; nock has what the client set')
  source.replace(access, code)
}
