import type ts from 'typescript'
import { type Asked, inLayers } from '../order/order.ts'
import { hasQueries, haveOneMethod } from '../order/overlap.ts'
import { mayBeOneUrl } from '../order/urls.ts'
import { arrowOfCall, statementOfCall } from '../read/assertions.ts'
import { type Interceptor, type Layer, replaces } from '../read/declared.ts'
import { type Chain, outerOf, statementsAfter } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { isOncePerFile } from '../read/tests.ts'
import { moveIntoHook, noteKept, noteStricter } from './hooks.ts'
import { overrideCode, putInBraces, replaceWhole, startOf } from './override.ts'
import { isScript } from './setup.ts'

const IN_ORDER =
  'mocks.expect answers in the order of declaration, and fails a test that does not send all these requests'

interface Entry {
  readonly statement: ts.Node
  readonly chain: ts.Node
  readonly interceptors: readonly Interceptor[]
  readonly caller: string
  readonly layer: Layer
  readonly comments: string[]
}

export class Declarer {
  readonly #source: Source
  readonly #own: string | undefined
  /** The old libraries ask the oldest of two stubs first, and mynah the newest override. Overrides of one route that follow each other become one. */
  #run: Entry[] = []

  /**
   * `own` is a name by which a hook's statements are told that speak of the old library alone. Without it the mocks are not the
   * runner's, which takes overrides off after each test.
   */
  constructor(source: Source, own?: string) {
    this.#source = source
    this.#own = own
  }

  /**
   * Replaces a chain by the call of `mocks` that declares its stubs, or by that of `holder`, whose value is used. Returns whether they
   * always answer.
   */
  declare(chain: Chain, read: readonly Interceptor[], isDemanded: boolean, mocks: string, holder?: string): boolean {
    const source = this.#source
    const { rulings, construct } = source
    if (read.length === 0)
      leaveByHand(
        'this scope has no interceptor; hand on rest.at(…), and give its stubs to mocks.use() where they are made',
      )
    const isOnce = isOncePerFile(source, chain.node)
    if (holder && isOnce) leaveByHand('declare this in beforeEach: mocks take no stub before they are started')
    const own = isOnce && !isScript(source) ? this.#own : undefined
    const isPersisted = read.some((one) => one.isPersisted)
    const blanks = own ? moveIntoHook(source, chain, own, isPersisted) : ''
    noteStricter(source, chain, isDemanded)
    if (this.#own && !isOnce) noteKept(source, chain, read)
    const start = construct.getStart(source.file)
    const asked = rulings.exact.has(start) ? read.map((one) => withoutQueries(source, one)) : read
    // What its holder is asked for is no expectation.
    const interceptors = holder ? asked.map((one) => ({ ...one, isOptional: true })) : asked
    const isWanted = isDemanded || rulings.expected.has(start)
    const isExpected = isWanted && !interceptors.some((one) => one.isPersisted || one.isOptional)
    if (isExpected && !isDemanded) source.notes.push({ line: source.lineOf(chain.node), reason: IN_ORDER })
    const caller = `${mocks}.${isExpected ? 'expect' : 'use'}`
    let layer: Layer = { first: chain.node }
    if (holder) source.replace(chain.node, overrideCode(source, interceptors, holder, source.indentOf(chain.node)))
    else layer = this.#add(chain, interceptors, caller, blanks)
    // A hook may not return the undo of an override.
    const arrow = arrowOfCall(source, chain.node)
    if (arrow) putInBraces(source, arrow.body)
    source.declared.push({ construct, chain: chain.node, interceptors, isExpected, mocks, layer })
    return interceptors.every((one) => one.isPersisted)
  }

  /** Declares the stubs by the caller: `mocks.use`. Those of `mocks.expect` queue up by themselves. `blanks` are those that the statement moves by. */
  #add(chain: Chain, interceptors: readonly Interceptor[], caller: string, blanks: string): Layer {
    const source = this.#source
    const statement = statementOfCall(source, chain.node)
    const before = statement ? this.#before(statement, chain.node, interceptors, caller) : []
    const [first] = before
    const layer: Layer = { first: chain.node }
    const entry = { statement: statement ?? chain.node, chain: chain.node, interceptors, caller, layer, comments: [] }
    const all = this.#joined([...before, entry])
    const indent = source.indentOf(startOf(source, chain.node)) + blanks
    const isInOrder = statement !== undefined && caller.endsWith('.use')
    const layers = isInOrder ? inLayers(source, all).reverse() : [all]
    const code = layers
      .map((one) => one.map(({ interceptor }) => interceptor))
      .map((one) => overrideCode(source, one, caller, indent))
      .join(`${source.style.semicolon}\n${indent}`)
    for (const one of [...before, entry]) Object.assign(one.layer, { first: (first ?? entry).layer.first, isInOrder })
    if (statement && first) {
      const end = tailOf(source, entry) || source.style.semicolon
      source.edits.replace(first.statement.getStart(source.file), statement.end, code + end)
    } else replaceWhole(source, chain.node, code)
    if (statement) this.#run.push(entry)
    return layer
  }

  #joined(entries: readonly Entry[]): Asked[] {
    entries.forEach((one, index) => {
      const before = entries[index - 1]
      if (before && before.layer.first !== one.layer.first) this.#takeComments(before, one)
    })
    return entries.flatMap(({ chain, interceptors, comments }) =>
      interceptors.map((one, index) => ({
        interceptor: { ...one, comments: index === 0 ? comments : [] },
        declared: { chain },
      })),
    )
  }

  /** Collects the comments between two statements. A comment at the end of a line belongs to the first one. Comments of an earlier run are dropped. */
  #takeComments(before: Entry, after: Entry): void {
    const { ts, file, edits } = this.#source
    const [start, end] = [before.statement.end, after.statement.getStart(file)]
    const between = tailOf(this.#source, before).replace(/;$/, '') + edits.slice(start, end)
    const written = file.text.slice(start, end)
    for (const { pos, end: last } of ts.getLeadingCommentRanges(between, 0) ?? []) {
      const comment = between.slice(pos, last)
      const isOld = comment.startsWith('// mynah: ') && written.includes(comment)
      if (!isOld) (between.slice(0, pos).includes('\n') ? after : before).comments.push(comment)
    }
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
    const shares = (one: Interceptor, other: Interceptor) =>
      !replaces(other, one) &&
      haveOneMethod(one.stub, other.stub) &&
      mayBeOneUrl(this.#source, { stub: one.stub, chain: before.chain }, { stub: other.stub, chain: after.chain })
    return before.interceptors.some((one) => after.interceptors.some((other) => shares(one, other)))
  }
}

/** The old libraries take no query that is not asked for. */
function withoutQueries(source: Source, one: Interceptor): Interceptor {
  const { match } = one.stub
  if (hasQueries(one.stub) || one.isAnyQuery) return one
  if (match !== undefined && !match.startsWith('{'))
    leaveByHand(
      'another stub of this path asks for queries: refuse them in this function, match: ({ searchParams }) => searchParams.size === 0',
    )
  const none = `queries: ${source.name('equals')}({})`
  return { ...one, stub: { ...one.stub, match: match === undefined ? `{ ${none} }` : `{ ${none}, ${match.slice(2)}` } }
}

/** The semicolon of a statement, which may stand on a later line, with what is before it. */
function tailOf(source: Source, { statement, chain }: Pick<Entry, 'statement' | 'chain'>): string {
  return source.file.text.slice(outerOf(source, chain).end, statement.end)
}
