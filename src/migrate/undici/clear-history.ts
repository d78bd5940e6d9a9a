import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { functionAround, hookAround, nodesIn, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Clears the history, or begins or ends it: that matters in a test whose calls are read. */
export function convertClear(source: Source, mocks: string, call: ts.CallExpression, cleared: ClearedCalls): void {
  const code = call.getText(source.file)
  const isBegun = /\.enableCallHistory\(/.test(code) && (isEnabled(source) || isFirst(source, call))
  if (!functionAround(source, call) || hookAround(source, call) || isBegun) {
    if (!removeCall(source, call)) leaveByHand('take this away: each test has calls of its own')
  } else cleared.clear(call, mocks, /\.disableCallHistory\(/.test(code) ? 'end' : 'own')
}

/** Whether a use of an agent clears its history. */
export function isClearing({ file }: Source, agent: ts.Node): boolean {
  return /^\.(?:(?:clear|enable|disable)CallHistory\(|getCallHistory\(\)[?!]*\.clear\()/.test(
    file.text.slice(agent.end),
  )
}

/** Finds what reads a history. */
export function readsOf(source: Source): ts.Node[] {
  const { ts, file } = source
  const isHistory = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && /\.getCallHistory$/.test(node.expression.getText(file))
  return nodesIn(ts, file, isHistory)
    .flatMap((history) => usesOfHistory(source, history))
    .filter((use) => {
      const { parent } = outerOf(source, use)
      return !(ts.isPropertyAccessExpression(parent) && parent.name.text === 'clear')
    })
}

/** The uses of a history: of the variable that it is put in, if it is. */
export function usesOfHistory(source: Source, history: ts.CallExpression): ts.Node[] {
  const { ts } = source
  const { parent } = outerOf(source, history)
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return [history]
  const { name } = parent
  const symbol = source.checker.getSymbolAtLocation(name)
  return symbol ? usesOf(source, symbol, name.text).filter((use) => use !== name) : []
}

/** Whether the agents of a file have a history from the start, and keep it. */
function isEnabled({ file }: Source): boolean {
  return /\benableCallHistory: true\b/.test(file.text) && !/\.disableCallHistory\(/.test(file.text)
}

function isFirst(source: Source, call: ts.Node): boolean {
  const statement = statementOfCall(source, call)
  const block = statement?.parent
  return block !== undefined && source.ts.isBlock(block) && block.statements[0] === statement
}
