import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Placement, placementsOf } from '../order/placements.ts'
import { statementOfCall } from '../read/assertions.ts'
import type { Source } from '../read/source.ts'
import { removeCall } from './remove-call.ts'

/** What clears the calls: their own method, a call that clears more and stays, or one after which no call is kept. */
type Kind = 'own' | 'more' | 'end'

/** A statement that clears the calls, and the numbers of calls to be taken there. */
interface Clear {
  readonly statement: ts.Statement
  readonly mocks: string
  readonly kind: Kind
  /** The constant of each number, with the code of the calls and what reads it. */
  readonly counts: { readonly name: string; readonly calls: string; readonly construct: ts.Node }[]
}

/** The calls that a test clears stay in mynah's journal: what reads the calls later leaves them out by their number. */
export class ClearedCalls {
  readonly #source: Source
  readonly #reads: readonly ts.Node[]
  readonly #clears: Clear[] = []
  readonly #resets: ts.Node[] = []
  #names = 0

  /** `reads` are the nodes of the file that read its calls. */
  constructor(source: Source, reads: readonly ts.Node[]) {
    this.#source = source
    this.#reads = reads
  }

  /** Removes a call that clears the calls so far. Other tests never see those of this one. */
  clear(call: ts.Node, mocks: string, kind: Kind = 'own'): void {
    const source = this.#source
    const after = this.readsAfter(call)
    if (after.length === 0 && (kind === 'more' || removeCall(source, call))) return
    const statement = statementOfCall(source, call)
    const isInBlock = (read: ts.Node) => statement && read.pos >= statement.end && read.end <= statement.parent.end
    const [own, ...others] = placementsOf(source, call)
    const isInTest = own?.kind === 'test' && others.length === 0 && own.trail.length + own.loops.length === 1
    if (!statement || !isInTest || !after.every(isInBlock)) leaveByHand(countFromHere(mocks))
    else this.#clears.push({ statement, mocks, kind, counts: [] })
    this.#clears.sort((a, b) => a.statement.pos - b.statement.pos)
  }

  /** Returns what may read the calls after a node, in one test: a helper reads where it is called, a hook at any time. */
  readsAfter(node: ts.Node): ts.Node[] {
    const source = this.#source
    const places = placementsOf(source, node)
    const isAfter = (read: Placement) =>
      places.some(
        ({ kind, scope, trail, loops }) =>
          read.kind !== 'test' ||
          kind !== 'test' ||
          (read.scope === scope && (loops.length > 0 || read.trail[0].pos >= trail[0].end)),
      )
    return this.#reads.filter((read) => {
      const placed = placementsOf(source, read)
      return placed.length === 0 || places.length === 0 || placed.some(isAfter)
    })
  }

  /** Remembers that `mocks.reset()` has cleared the calls itself. */
  reset(node: ts.Node): void {
    this.#resets.push(node)
  }

  /** Prints the calls that a filter takes, without those that were cleared before `read`. */
  code(read: ts.Node, mocks: string, filter = ''): string {
    const source = this.#source
    const calls = `${mocks}.calls(${filter})`
    const clear = this.clearBefore(read, mocks)
    if (!clear) return calls
    const known = clear.counts.find((one) => one.calls === calls)
    const name = known?.name ?? source.localName(`earlier${this.#names++ || ''}`)
    clear.counts.push({ name, calls, construct: source.construct })
    if (clear.kind === 'end' && this.#clears.length > 1) leaveByHand(countFromHere(mocks))
    return clear.kind === 'end' ? `${calls}.slice(0, ${name})` : `${calls}.slice(${name})`
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
    for (const { statement, kind, counts } of this.#clears) {
      const read = counts.filter(({ construct }) => !source.isLeft(construct))
      const lines = read.map(({ name, calls }) => `const ${name} = ${calls}.length${source.style.semicolon}`)
      const code = [...new Set(lines), ...(kind === 'more' ? [source.code(statement)] : [])].join(
        `\n${source.indentOf(statement)}`,
      )
      if (code === '') source.remove(statement)
      else source.replace(statement, code)
    }
  }
}

/** Why what clears calls stays. */
export function countFromHere(mocks: string): string {
  return `count from here: const before = ${mocks}.calls().length; ${mocks}.reset() clears the overrides too`
}
