import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { constantText } from '../read/constants.ts'
import type { Source } from '../read/source.ts'
import { keyOf } from './pending.ts'

const UNDO = 'keep the undo, const remove = mocks.use(…), and call remove()'

/** Replaces `nock.removeInterceptor({ hostname, path })` by the undo of the one override of its block that it removes. */
export function replaceRemoval(source: Source, call: ts.CallExpression): void {
  const [options] = call.arguments
  const key = options && source.ts.isObjectLiteralExpression(options) ? keyIn(source, options) : undefined
  const [found, ...more] = source.declared.filter(({ interceptors }) =>
    interceptors.some(({ stub }) => key === undefined || keyOf(stub) === key || keyOf(stub) === undefined),
  )
  const declaring = found && statementOfCall(source, found.chain)
  const removing = statementOfCall(source, call)
  if (!found || !declaring || !removing || more.length > 0 || found.interceptors.length > 1) leaveByHand(UNDO)
  // nock removes none whose path is a RegExp or a function.
  if (key !== undefined && found.interceptors.some(({ stub }) => keyOf(stub) !== key)) leaveByHand(UNDO)
  const isShared = source.declared.some((one) => one !== found && one.layer.first === found.layer.first)
  const isBefore = declaring.parent === removing.parent && declaring.pos < removing.pos
  const uses = removing.parent.getText(source.file).split('removeInterceptor').length - 1
  if (isShared || !isBefore || uses > 1) leaveByHand(UNDO)
  const remove = source.localName('remove')
  source.edits.insert(declaring.getStart(source.file), `const ${remove} = `)
  source.replace(call, `${remove}()`)
}

/** What nock calls the interceptor that these options mean. */
function keyIn(source: Source, options: ts.ObjectLiteralExpression): string | undefined {
  const { ts } = source
  const parts = new Map(
    options.properties.map((one) => [
      one.name?.getText(source.file) ?? '',
      ts.isPropertyAssignment(one) ? constantText(source, one.initializer) : undefined,
    ]),
  )
  const isKnown = [...parts].every(
    ([name, text]) => /^(?:proto|hostname|port|path|method)$/.test(name) && text !== undefined,
  )
  const { proto = 'http', hostname, port, path = '/', method = 'GET' } = Object.fromEntries(parts)
  if (!isKnown || hostname === undefined) return leaveByHand(UNDO)
  return `${method.toUpperCase()} ${proto}://${hostname}:${port ?? (proto === 'https' ? 443 : 80)}${path}`
}
