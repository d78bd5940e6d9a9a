import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { calleeOf, functionAround, isTypeScript, otherUses, outerOf, usesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const FORM = 'a form is a record here: read call.request.body, with a member for each field'
const SENT = 'the body of a call is what was sent: compare call.request.text'

/** What makes a form of the body again, by the type that a variable takes it for: `options.body as FormData`. */
const MADE: Readonly<Record<string, (request: string) => string>> = {
  FormData: (request) => `await ${request}.raw.formData()`,
  URLSearchParams: (request) => `new URLSearchParams(${request}.text)`,
}

/** Has a variable hold the form that was sent. Returns whether it says that it holds one. */
export function readForm(source: Source, body: ts.PropertyAccessExpression): boolean {
  const { ts, file } = source
  const cast = outerOf(source, body)
  const make = ts.isAsExpression(cast) ? MADE[cast.type.getText(file)] : undefined
  if (!make || !ts.isVariableDeclaration(cast.parent)) return false
  const code = make(source.code(body.expression))
  const around = functionAround(source, body)
  const isAsync =
    around && ts.canHaveModifiers(around) && around.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  if (code.startsWith('await') && !isAsync) return false
  source.replace(cast, code)
  return true
}

/** A body that is read as a form, or compared with one. */
export function refuseForm(source: Source, body: ts.Node): void {
  const { ts, file } = source
  const { parent } = outerOf(source, body)
  const { name, call } = expectationOn(source, body) ?? {}
  const isInstance = name?.text === 'toBeInstanceOf'
  const isRead = ts.isPropertyAccessExpression(parent) && /^(?:get|getAll|has|entries|keys)$/.test(parent.name.text)
  const isCast =
    ts.isAsExpression(body.parent) &&
    /^(?:FormData|URLSearchParams|Blob|ArrayBuffer)$/.test(body.parent.type.getText(file))
  const isOfForm = !isInstance || Object.hasOwn(MADE, call?.arguments[0]?.getText(file) ?? '')
  if (isInstance || isRead || isCast) leaveByHand(isOfForm ? FORM : SENT)
  if (ts.isVariableDeclaration(parent)) for (const use of otherUses(source, parent.name)) refuseForm(source, use)
}

/** `body instanceof URLSearchParams`, of a variable that holds the text of a body: its content type tells. */
export function askType(source: Source, body: ts.PropertyAccessExpression): void {
  const { ts, file } = source
  const { parent } = outerOf(source, body)
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return
  for (const { text, parent: test } of usesIn(source, file, parent.name))
    if (/instanceof URLSearchParams$/.test(test.getText(file)))
      source.replace(
        test,
        `${text} !== undefined && /^application\\/x-www-form-urlencoded/.test(${source.code(body.expression)}.headers[${source.quote('content-type')}] ?? ${source.quote('')})`,
      )
}

/** TypeScript knows the text as optional. */
export function addDefault(source: Source, text: ts.Node): void {
  const outer = outerOf(source, text)
  const isBare = outer === text
  if (isBare && calleeOf(source, outer.parent) === 'JSON.parse' && isTypeScript(source))
    source.edits.insert(text.end, ` ?? ${source.quote('')}`)
}
