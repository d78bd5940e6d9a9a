import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { outerOf, usesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const FORM = 'a form is a record here: read call.request.body, with a member for each field'

/** A body that is read as a form, or compared with one. */
export function refuseForm(source: Source, body: ts.Node): void {
  const { ts, file } = source
  const { parent } = outerOf(source, body)
  const assertion = parent.parent
  const isInstance =
    ts.isCallExpression(parent) && ts.isPropertyAccessExpression(assertion) && assertion.name.text === 'toBeInstanceOf'
  const isRead = ts.isPropertyAccessExpression(parent) && /^(?:get|getAll|has|entries|keys)$/.test(parent.name.text)
  const isCast =
    ts.isAsExpression(body.parent) &&
    /^(?:FormData|URLSearchParams|Blob|ArrayBuffer)$/.test(body.parent.type.getText(file))
  if (isInstance || isRead || isCast) leaveByHand(FORM)
  const name = ts.isVariableDeclaration(parent) ? parent.name : undefined
  if (name && ts.isIdentifier(name))
    for (const use of usesIn(source, file, name)) if (use !== name) refuseForm(source, use)
}
