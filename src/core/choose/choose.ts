import { type MatchableRequest, type Miss, satisfies, satisfiesByHead } from '../match/match.ts'
import type { Stub } from '../stub/stub.ts'
import type { Candidate, Table } from './table.ts'

/** What the choice needs of the session that the request belongs to. */
interface Asker {
  /** Whether a stub may still answer: its `times` is not used up, and it has not returned `next()` for this request. */
  available(stub: Stub): boolean
  /** Called with the error of a function, a matcher or a schema that threw instead of returning a result. */
  threw(stub: Stub, error: unknown): void
}

/**
 * Chooses the stub that answers: in the first table that has one, the first candidate that is available and whose
 * `match` is satisfied (docs/guide/choosing.md). Returns `undefined` if no stub answers.
 */
export function choose(tables: readonly Table[], request: MatchableRequest, asker: Asker): Candidate | undefined {
  for (const table of tables) {
    const found = table.find(request.method, request.url, (one) => takes(one, request, asker), request)
    if (found) return found
  }
  return undefined
}

function takes({ stub, params }: Candidate, request: MatchableRequest, asker: Asker): boolean {
  const { match, declarer } = stub.parts
  const { operation } = declarer
  if (!asker.available(stub)) return false
  const read = operation?.protocol.read(request)
  if (read && !operation?.takes(read)) return false
  return !match || satisfies(match, read ?? request, params, (miss) => reportThrow(miss, stub, asker))
}

/** The stubs that take a request after one that returned `next()`. */
export class NextCandidates {
  readonly #declined = new Set<Stub>()
  #tables: readonly Table[]
  /** All candidates in their order, found when the first stub declines: to search a table again for each takes quadratic time. */
  #candidates: readonly Candidate[] | undefined
  #asked = 0

  constructor(tables: readonly Table[]) {
    this.#tables = tables
  }

  /** How many stubs have returned `next()`. */
  get declined(): number {
    return this.#declined.size
  }

  /** Chooses the stub after one that declines. All are asked again if an override came or went meanwhile. */
  after(declining: Stub, tables: readonly Table[], request: MatchableRequest, asker: Asker): Candidate | undefined {
    this.#declined.add(declining)
    if (!this.#candidates || tables !== this.#tables) {
      const candidates = candidatesOf(tables, request)
      // Those before the one that declines did not take the request.
      this.#asked = tables === this.#tables ? candidates.findIndex(({ stub }) => stub === declining) + 1 : 0
      this.#candidates = candidates
      this.#tables = tables
    }
    while (this.#asked < this.#candidates.length) {
      const candidate = this.#candidates[this.#asked++] as Candidate
      if (!this.#declined.has(candidate.stub) && takes(candidate, request, asker)) return candidate
    }
    return undefined
  }
}

function candidatesOf(tables: readonly Table[], request: MatchableRequest): readonly Candidate[] {
  const candidates: Candidate[] = []
  for (const table of tables) {
    const addAndGoOn = (candidate: Candidate) => {
      candidates.push(candidate)
      return false
    }
    table.find(request.method, request.url, addAndGoOn, request)
  }
  return candidates
}

/**
 * Chooses by the head alone, before the body has been read. Returns the stub that answers whatever the body is, `undefined`
 * if no stub answers whatever the body is, and `'body'` if a stub asks for the body.
 */
export function chooseByHead(
  tables: readonly Table[],
  request: MatchableRequest,
  asker: Pick<Asker, 'available'>,
): Stub | 'body' | undefined {
  const takes = ({ stub, params }: Candidate) => {
    const { match } = stub.parts
    return asker.available(stub) && (!match || satisfiesByHead(match, request, params))
  }
  for (const table of tables) {
    const found = table.find(request.method, request.url, takes)
    if (found) {
      const { match, declarer } = found.stub.parts
      return match?.needsBody || declarer.operation ? 'body' : found.stub
    }
  }
  return undefined
}

function reportThrow(miss: Miss, stub: Stub, asker: Asker): void {
  if ('error' in miss) asker.threw(stub, miss.error)
}
