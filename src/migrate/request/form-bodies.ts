import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const FORM = 'a form is a record here: read call.request.body, with a member for each field'

/** A body that is read as a form, or compared with one. */
export function refuseForm(source: Source, body: ts.Node): void {
  const { ts, file } = source
  const { parent } = outerOf(source, body)
  const isInstance = expectationOn(source, body)?.name.text === 'toBeInstanceOf'
  const isRead = ts.isPropertyAccessExpression(parent) && /^(?:get|getAll|has|entries|keys)$/.test(parent.name.text)
  const isCast =
    ts.isAsExpression(body.parent) &&
    /^(?:FormData|URLSearchParams|Blob|ArrayBuffer)$/.test(body.parent.type.getText(file))
  if (isInstance || isRead || isCast) leaveByHand(FORM)
  if (ts.isVariableDeclaration(parent)) for (const use of otherUses(source, parent.name)) refuseForm(source, use)
}
