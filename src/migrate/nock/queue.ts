import type ts from 'typescript'
import { statementOfCall } from '../read/assertions.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { areOneRoute, nextOf } from './chains.ts'
import { overrideCode, replaceWhole } from './override.ts'
import type { Interceptor } from './read-interceptors.ts'

/** nock asks the oldest of two scopes first, and mynah the newest override. Scopes of one route that follow each other are one override. */
export class Queue {
  readonly #source: Source
  #last: { readonly statement: ts.Node; readonly interceptors: readonly Interceptor[] } | undefined

  constructor(source: Source) {
    this.#source = source
  }

  add(chain: Chain, code: string, interceptors: readonly Interceptor[]): void {
    replaceWhole(this.#source, chain.node, code)
    const statement = statementOfCall(this.#source, chain.node)
    this.#last = statement && { statement, interceptors }
  }

  /** Joins a chain to the override in the statement before. Returns whether it has. */
  join(chain: Chain, interceptors: readonly Interceptor[], indent: string): boolean {
    const source = this.#source
    const statement = statementOfCall(source, chain.node)
    if (!statement || !this.#last || nextOf(this.#last.statement) !== statement) return false
    const all = [...this.#last.interceptors, ...interceptors]
    if (this.#last.interceptors.length === 0 || !areOneRoute(all)) return false
    const code = overrideCode(source, all, false, indent) + source.style.semicolon
    source.edits.replace(this.#last.statement.getStart(source.file), statement.end, code)
    this.#last = { statement, interceptors: all }
    return true
  }
}
