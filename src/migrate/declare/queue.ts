import type ts from 'typescript'
import { statementOfCall } from '../read/assertions.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { areOneRoute, type Interceptor } from './interceptor.ts'
import { overrideCode, replaceWhole } from './override.ts'

/** The override in the statement before. */
interface Last {
  readonly statement: ts.Node
  readonly interceptors: readonly Interceptor[]
  readonly caller: string
}

/** The old libraries ask the oldest of two stubs first, and mynah the newest override. Overrides of one route that follow each other become one. */
export class Queue {
  readonly #source: Source
  #last: Last | undefined

  constructor(source: Source) {
    this.#source = source
  }

  /** Declares the stubs by the caller: `mocks.use`. Those of `mocks.expect` queue up by themselves. */
  add(chain: Chain, interceptors: readonly Interceptor[], caller: string): void {
    const source = this.#source
    const statement = statementOfCall(source, chain.node)
    const before = statement && this.#before(statement, interceptors, caller)
    const all = [...(before?.interceptors ?? []), ...interceptors]
    const code = overrideCode(source, all, caller, source.indentOf(source.startOf(chain.node)))
    if (statement && before) {
      const { semicolon } = source.style
      source.edits.replace(before.statement.getStart(source.file), statement.end, code + semicolon)
    } else replaceWhole(source, chain.node, code)
    this.#last = statement && { statement, interceptors: all, caller }
  }

  #before(statement: ts.Node, interceptors: readonly Interceptor[], caller: string): Last | undefined {
    const last = this.#last
    if (!last || last.caller !== caller || caller.endsWith('.expect') || nextOf(last.statement) !== statement)
      return undefined
    return areOneRoute([...last.interceptors, ...interceptors]) ? last : undefined
  }
}

function nextOf(statement: ts.Node): ts.Node | undefined {
  const { statements } = statement.parent as ts.Block
  return statements?.[statements.indexOf(statement as ts.Statement) + 1]
}
