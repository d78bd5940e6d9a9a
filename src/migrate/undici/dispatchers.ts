import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { isTypeScript } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** `fetch(url, { dispatcher: agent })`. */
export interface FetchCall {
  readonly callee: ts.Expression
  readonly options: ts.ObjectLiteralExpression
  readonly dispatcher: ts.ObjectLiteralElementLike
}

/** The call of undici's or of the global fetch that an agent is handed to. */
export function fetchCall(source: Source, use: ts.Identifier, fetches: readonly ts.Node[]): FetchCall | undefined {
  const { ts } = source
  const dispatcher = use.parent
  if (!ts.isPropertyAssignment(dispatcher) && !ts.isShorthandPropertyAssignment(dispatcher)) return undefined
  const options = dispatcher.parent
  const call = options.parent
  if (dispatcher.name.getText(source.file) !== 'dispatcher' || !ts.isCallExpression(call)) return undefined
  if (!ts.isObjectLiteralExpression(options)) return undefined
  const callee = call.expression
  const isFetch = fetches.includes(callee) || /^(?:globalThis\.)?fetch$/.test(callee.getText(source.file))
  return isFetch ? { callee, options, dispatcher } : undefined
}

/** Calls the fetch of the mocks, without a dispatcher. */
export function replaceFetch(source: Source, { callee, options, dispatcher }: FetchCall, mocks: string): void {
  const { ts } = source
  const others = options.properties.filter((one) => one !== dispatcher)
  const [only] = others
  source.replace(callee, `${mocks}.fetch`)
  if (others.length === 1 && only && ts.isSpreadAssignment(only))
    source.replace(options, initCode(source, only.expression))
  else if (others.length > 0) source.replace(options, `{ ${others.map((one) => source.code(one)).join(', ')} }`)
  else if (ts.isCallExpression(options.parent) && options.parent.arguments[1] === options) {
    source.edits.replace(options.parent.arguments[0]?.end ?? options.pos, options.end, '')
  } else leaveByHand(`write ${mocks}.fetch(url) here`)
}

/** The options of undici's fetch, whose type may be one that the global fetch does not take. */
function initCode(source: Source, options: ts.Expression): string {
  const { ts, checker } = source
  const code = source.code(options)
  const [symbol] = checker
    .getSymbolsInScope(options, ts.SymbolFlags.Interface)
    .filter(({ name }) => name === 'RequestInit')
  if (!symbol || !isTypeScript(source)) return code
  const type = checker.getNonNullableType(checker.getTypeAtLocation(options))
  return checker.isTypeAssignableTo(type, checker.getDeclaredTypeOfSymbol(symbol)) ? code : `${code} as RequestInit`
}

/** Whether a use hands the agent over as a dispatcher. */
export function isDispatcher(source: Source, use: ts.Identifier): boolean {
  const { ts, checker } = source
  const { parent } = use
  const name = ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent) ? parent.name.getText() : ''
  if (name === 'dispatcher') return true
  const wanted = checker.getContextualType(use)
  return (
    ts.isCallExpression(parent) && wanted !== undefined && /\bDispatcher\b|^Agent$/.test(checker.typeToString(wanted))
  )
}
