import { graphql } from '../../src/entries/graphql.ts'
import { schema as schemaOf } from '../../src/entries/graphql-schema.ts'
import { setupMocks } from '../../src/entries/index.ts'
import { drawn, mutantOf, randomFrom } from '../openapi-documents/mutants.ts'
import { drawOperation, FILLED_IN } from './draw-operation.ts'
import { createOracle } from './oracle.ts'

/** The result of a schema. */
export interface Result {
  /** What reading it costs, in milliseconds and megabytes. */
  readonly read: number
  readonly kept: number
  readonly operations: number
  readonly requests: number
  readonly refusedRequests: number
  readonly results: number
  readonly refusedResults: number
  /** The verdicts that are not those of graphql-js, each with what was asked. */
  readonly differences: string[]
}

const ENDPOINT = 'https://api.test/graphql'

/** How many mutants of each request, and of the data of its stub, are compared. */
const MUTANTS = 6

/** Draws operations of a schema, and compares what comes of them with what graphql-js makes of them. */
export async function checkSchema(source: string | object, operations: number, seed: number): Promise<Result> {
  const { read, kept, check } = readMeasured(source)
  const api = graphql(ENDPOINT, { schema: check })
  const oracle = createOracle(source as Parameters<typeof createOracle>[0])
  const random = randomFrom(seed)
  const count = { requests: 0, refusedRequests: 0, results: 0, refusedResults: 0 }
  const differences: string[] = []

  /** Returns the data that a client gets from a stub; `undefined` if the stub breaks the schema. */
  async function answered(query: string, variables: object, data: object): Promise<unknown> {
    const mocks = setupMocks([api.query('Drawn', { data })])
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await mocks.fetch(ENDPOINT, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      })
      return (await response.json()).data
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'CONTRACT') return undefined
      throw error
    } finally {
      mocks.reset({ failures: true })
    }
  }

  function compareRequest(document: string, variables: Readonly<Record<string, unknown>>): void {
    count.requests++
    const ours = check.refusals({ document, operationName: undefined, variables })
    const isTaken = oracle.takesRequest({ document, variables })
    if (!isTaken) count.refusedRequests++
    if (isTaken === (ours.length === 0)) return
    differences.push(`request: ${ours[0] ?? 'taken by mynah alone'}\n${document}\n${JSON.stringify(variables)}`)
  }

  for (let index = 0; index < operations; index++) {
    const { document, variables } = drawOperation(oracle.schema, random)
    compareRequest(document, variables)
    for (let mutant = 0; mutant < MUTANTS; mutant++) {
      const changed = mutantOf(variables, random)
      if (random() < 0.5 && isRecord(changed)) compareRequest(document, changed)
      else compareRequest(mutantOfDocument(document, random), variables)
    }
    const whole = await oracle.randomData({ document, variables }, random)
    for (let mutant = 0; mutant <= MUTANTS; mutant++) {
      const data = mutant === 0 ? whole : mutantOf(whole, random)
      if (!isRecord(data)) continue
      count.results++
      const stubbed = JSON.parse(JSON.stringify(data, (key, value) => (key === FILLED_IN ? undefined : value)))
      const theirs = await oracle.completed({ document, variables, data: stubbed })
      if (theirs === undefined) count.refusedResults++
      const ours = await answered(document, variables, stubbed)
      if (JSON.stringify(ours) === JSON.stringify(theirs)) continue
      differences.push(`result: ${JSON.stringify(ours)}\nbeside  ${JSON.stringify(theirs)}\n${document}`)
    }
  }
  return { read, kept, operations, ...count, differences }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a schema, and measures that. */
function readMeasured(source: string | object): { read: number; kept: number; check: ReturnType<typeof schemaOf> } {
  const gc = globalThis.gc ?? (() => {})
  gc()
  const before = process.memoryUsage().heapUsed
  const startedAt = performance.now()
  const check = schemaOf(source)
  const read = performance.now() - startedAt
  gc()
  return { read, kept: (process.memoryUsage().heapUsed - before) / 2 ** 20, check }
}

/** Returns a document with one of its names replaced by another of them, or left out. */
function mutantOfDocument(document: string, random: () => number): string {
  const names = [...document.matchAll(/\w+/g)]
  const [place, other] = drawn(names, 2, random)
  if (!place || !other) return document
  const name = random() < 0.2 ? '' : other[0]
  return document.slice(0, place.index) + name + document.slice(place.index + place[0].length)
}
