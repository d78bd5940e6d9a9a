import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { statementOfCall } from '../../read/assertions.ts'
import type { Source } from '../../read/source.ts'
import { readsAfter } from './history-reads.ts'

/** A statement that clears the calls, and the numbers of calls to be taken there. */
interface Clear {
  readonly statement: ts.Statement
  readonly mocks: string
  /** The constant of each number, with the code of the calls and what reads it. */
  readonly counts: { readonly name: string; readonly calls: string; readonly construct: ts.Node }[]
}

/** The calls that a test clears stay in mynah's journal: what reads the calls later leaves them out by their number. */
export class ClearedCalls {
  readonly #source: Source
  readonly #clears: Clear[] = []
  readonly #resets: ts.Node[] = []
  #names = 0

  constructor(source: Source) {
    this.#source = source
  }

  /** Takes `clearHistory()` away. Other tests never see the calls of this one. */
  clear(call: ts.Node, mocks: string): void {
    const source = this.#source
    const statement = statementOfCall(source, call)
    const after = statement && readsAfter(source, statement)
    const isDemanded = after?.inBlock.some(({ text }) => /^(?:done|toBeDone)$/.test(text))
    if (!statement || !after || after.isElsewhere || isDemanded || isLimited(source))
      leaveByHand(`count from here: const before = ${mocks}.calls().length; ${mocks}.reset() clears the overrides too`)
    this.#clears.push({ statement, mocks, counts: [] })
  }

  /** Remembers that `mocks.reset()` has cleared the calls itself. */
  reset(node: ts.Node): void {
    this.#resets.push(node)
  }

  /** Prints the calls that a filter takes, without those that were cleared before `read`. */
  code(read: ts.Node, mocks: string, filter: string): string {
    const source = this.#source
    const calls = `${mocks}.calls(${filter})`
    const clear = this.clearBefore(read, mocks)
    if (!clear) return calls
    const known = clear.counts.find((one) => one.calls === calls)
    const name = known?.name ?? source.localName(`earlier${this.#names++ || ''}`)
    clear.counts.push({ name, calls, construct: source.construct })
    return `${calls}.slice(${name})`
  }

  /** The last statement that has cleared what a read would see. */
  clearBefore(read: ts.Node, mocks: string): Clear | undefined {
    const clear = this.#clears.findLast(
      (one) => one.mocks === mocks && one.statement.end <= read.pos && read.end <= one.statement.parent.end,
    )
    const resets = this.#resets.filter((one) => clear && one.pos >= clear.statement.end && one.end <= read.pos)
    if (resets.some((one) => statementOfCall(this.#source, one)?.parent !== clear?.statement.parent))
      leaveByHand(`${mocks}.calls() has what was cleared before`)
    return resets.length === 0 ? clear : undefined
  }

  /** Replaces the statements that clear calls by the numbers that are read. */
  finish(): void {
    const source = this.#source
    const left = source.left.map(({ node }) => node)
    for (const { statement, counts } of this.#clears) {
      const read = counts.filter(({ construct }) => !left.includes(construct))
      const lines = read.map(({ name, calls }) => `const ${name} = ${calls}.length${source.style.semicolon}`)
      const code = [...new Set(lines)].join(`\n${source.indentOf(statement)}`)
      if (code === '') source.remove(statement)
      else source.replace(statement, code)
    }
  }
}

/** Whether a route of the file answers a number of times: `clearHistory` has it answer again, and `done` asks for all of them. */
export function isLimited({ file }: Source): boolean {
  return /\brepeat\s*:|Once\(|\bonce\(/.test(file.text)
}
