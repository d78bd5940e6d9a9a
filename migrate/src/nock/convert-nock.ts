import type ts from 'typescript'
import type { Interceptor } from '../read/declared.ts'
import { bindingsOf, type Conversion, type Reader } from '../read/imports.ts'
import { isAssignment, nodesIn, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { callsOfBases } from './bases.ts'
import { memberOf } from './control.ts'
import { NockFile } from './nock-file.ts'
import { HANDED_OVER, isHandedOver } from './scopes.ts'

const MODULES = /^nock$/

export const NOCK: Reader = { modules: MODULES, convert: convertNock }

function convertNock(source: Source): Conversion | undefined {
  const bindings = bindingsOf(source, MODULES)
  if (bindings.length === 0 && callsOfBases(source).length === 0) return undefined
  const all = bindings.flatMap(({ symbol, name, exported }) => {
    const imported = MEMBERS.test(exported) ? exported : undefined
    return usesOf(source, symbol, name.text).flatMap((use) => (use === name ? [] : { use, imported }))
  })
  const uses = all.flatMap(({ use, imported }) => (imported === undefined ? use : []))
  const members = all.flatMap(({ use, imported }) => memberOf(source, use, imported) ?? [])
  const file = new NockFile(source, uses, members)
  file.convert(uses, members)
  const isError = ({ stub: { response } }: Interceptor) => !/^[123]\d\d$/.test(response.status ?? '200')
  const first = source.declared.find(({ interceptors }) => interceptors.some(isError))
  if (first) source.notes.push({ line: source.lineOf(first.chain), reason: REASON })
  // What gets nock may do anything with it; what imports nock of this file keeps it by itself.
  const isExported = ({ parent }: ts.Node) => source.ts.isExportAssignment(parent) || isAssignment(source, parent)
  const handed = uses.find((use) => isHandedOver(source, use) && !isExported(use) && !isIdle(source, use))
  if (handed) source.answers.push({ node: handed, host: undefined, routes: undefined })
  return { bindings, needsSetup: file.hasStubs, options: file.options, stays: handed && HANDED_OVER }
}

const REASON =
  'a response has the reason phrase of its status here, which some clients put into an error’s message, and a client that sends the request again needs a stub for that too'

/** Whether a use answers nothing: nock's type, or its recordings that this file only sets. */
function isIdle({ ts, file }: Source, { parent }: ts.Node): boolean {
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return ts.isTypeQueryNode(parent)
  const isCall = (node: ts.Node, name: string) => ts.isCallExpression(node) && node.expression.getText(file) === name
  return parent.name.elements.every(
    ({ propertyName, name }) =>
      (propertyName ?? name).getText(file) === 'back' &&
      nodesIn(ts, file, (node) => isCall(node, name.getText(file))).length === 0,
  )
}

const MEMBERS =
  /^(?:back|activate|isActive|isDone|pendingMocks|activeMocks|removeInterceptor|disableNetConnect|enableNetConnect|cleanAll|abortPendingRequests|load|loadDefs|define|restore|recorder|emitter)$/
