import type ts from 'typescript'
import { haveOneMethod } from '../order/overlap.ts'
import { mayBeOneUrl } from '../order/urls.ts'
import { statementOfCall } from '../read/assertions.ts'
import { type Interceptor, type Layer, withoutReplaced } from '../read/declared.ts'
import { type Chain, statementsAfter } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { overrideCode, replaceWhole, startOf } from './override.ts'

/** The override in a statement. */
interface Entry {
  readonly statement: ts.Node
  readonly chain: ts.Node
  readonly interceptors: readonly Interceptor[]
  readonly caller: string
  readonly layer: Layer
}

/** The old libraries ask the oldest of two stubs first, and mynah the newest override. Overrides of one route that follow each other become one. */
export class Queue {
  readonly #source: Source
  /** The overrides in the statements before, without another statement between them. */
  #run: Entry[] = []

  constructor(source: Source) {
    this.#source = source
  }

  /** Declares the stubs by the caller: `mocks.use`. Those of `mocks.expect` queue up by themselves. `blanks` are those that the statement moves by. */
  add(chain: Chain, interceptors: readonly Interceptor[], caller: string, blanks: string): Layer {
    const source = this.#source
    const statement = statementOfCall(source, chain.node)
    const before = statement ? this.#before(statement, chain.node, interceptors, caller) : []
    const all = withoutReplaced([...before.flatMap((one) => one.interceptors), ...interceptors])
    const code = overrideCode(source, all, caller, source.indentOf(startOf(source, chain.node)) + blanks)
    const [first] = before
    const layer: Layer = { first: first?.layer.first ?? chain.node }
    for (const one of before) one.layer.first = layer.first
    if (statement && first) {
      const { semicolon } = source.style
      const isEnded = statement.getText(source.file).endsWith(';')
      source.edits.replace(first.statement.getStart(source.file), statement.end, code + (isEnded ? ';' : semicolon))
    } else replaceWhole(source, chain.node, code)
    if (statement) this.#run.push({ statement, chain: chain.node, interceptors, caller, layer })
    return layer
  }

  /** The overrides of the run that have to be merged with these: from the first one that shares a route. */
  #before(statement: ts.Node, chain: ts.Node, interceptors: readonly Interceptor[], caller: string): Entry[] {
    const last = this.#run.at(-1)
    const isNext = last && last.caller === caller && statementsAfter(this.#source, last.statement)[0] === statement
    if (!isNext) this.#run = []
    if (caller.endsWith('.expect')) return []
    const from = this.#run.findIndex((one) => this.#shareRoute(one, { chain, interceptors }))
    if (from < 0) return []
    // An override that was merged before keeps its layer whole.
    const { first } = (this.#run[from] as Entry).layer
    return this.#run.slice(this.#run.findIndex((one) => one.layer.first === first))
  }

  /** Whether a stub of each may have one route, so that their order counts. */
  #shareRoute(before: Pick<Entry, 'chain' | 'interceptors'>, after: typeof before): boolean {
    const [routes, others] = [before, after].map(({ chain, interceptors }) =>
      interceptors.map(({ stub }) => ({ stub, chain, given: new Map<string, never>() })),
    )
    return (
      routes?.some((one) =>
        others?.some((other) => haveOneMethod(one.stub, other.stub) && mayBeOneUrl(this.#source, one, other)),
      ) === true
    )
  }
}
