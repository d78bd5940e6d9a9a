import { type MatchableRequest, type Miss, satisfies, satisfiesByHead } from '../match/match.ts'
import { opensWebSocket } from '../request.ts'
import type { Declarer, Stub } from '../stub/stub.ts'
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
  let handshake: Stub | undefined
  const takes = ({ stub, params }: Candidate) => {
    const { match, declarer } = stub.parts
    const { operation } = declarer
    handshake = handshakeFor(request, declarer)
    if (handshake) return true
    if (!asker.available(stub)) return false
    const read = operation?.protocol.read(request)
    if (read && !operation?.takes(read)) return false
    return !match || satisfies(match, read ?? request, params, (miss) => reportThrow(miss, stub, asker))
  }
  for (const table of tables) {
    const found = table.find(request.method, request.url, takes, request)
    if (found) return handshake ? { ...found, stub: handshake } : found
  }
  return undefined
}

/** Returns the stub that answers a handshake in place of those with this declarer. */
function handshakeFor(request: MatchableRequest, { handshake }: Declarer): Stub | undefined {
  return handshake && opensWebSocket(request) ? handshake : undefined
}

/** The stubs that take a request after one that returned `next()`. */
export class NextCandidates {
  readonly #declined = new Set<Stub>()
  #tables: readonly Table[]
  /** The tables that are left to ask: those before the stub that declined did not take the request. */
  #left: readonly Table[]

  constructor(tables: readonly Table[]) {
    this.#tables = this.#left = tables
  }

  /** How many stubs have returned `next()`. */
  get declined(): number {
    return this.#declined.size
  }

  /** Chooses the stub after one that declines. All tables are asked again if an override came or went meanwhile. */
  after(declining: Stub, tables: readonly Table[], request: MatchableRequest, asker: Asker): Candidate | undefined {
    this.#declined.add(declining)
    if (tables !== this.#tables) this.#tables = this.#left = tables
    else this.#left = this.#left.slice(this.#left.findIndex(({ stubs }) => stubs.includes(declining)))
    return choose(this.#left, request, {
      available: (stub) => asker.available(stub) && !this.#declined.has(stub),
      threw: (stub, error) => asker.threw(stub, error),
    })
  }
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
    const { match, declarer } = stub.parts
    if (handshakeFor(request, declarer)) return true
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
