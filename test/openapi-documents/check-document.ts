import { openapi } from '../../src/entries/openapi.ts'
import { createRequestCheck } from '../../src/openapi/check/check-request.ts'
import { ApiDocument, isData, type Part, pointer } from '../../src/openapi/document/document.ts'
import { isJson } from '../../src/openapi/document/media-type.ts'
import { Operation, readOperations } from '../../src/openapi/document/operation.ts'
import { declaredExample, readExample } from '../../src/openapi/examples.ts'
import { leastValue, NotMakeable } from '../../src/openapi/schema/least-value.ts'
import { Schemas } from '../../src/openapi/schema/schemas.ts'
import { mutantOf, randomFrom } from './mutants.ts'
import { createOracle } from './oracle.ts'

/** The result of a document. */
export interface Result {
  readonly operations: number
  /** The operations that cannot be used, each with its error's first line. */
  readonly refused: readonly string[]
  /** The verdicts on the document's own examples that are ajv's too. */
  agreed: number
  /** Those that are not, each with why, as far as that is known. */
  readonly differences: { readonly at: string; readonly reason: string }[]
  /** The schemas that ajv cannot read. */
  unread: number
}

/** How many mutants of each value are compared too. */
const MUTANTS = 8

/**
 * Uses every operation of a document, and compares the verdicts on all of its JSON examples and samples with ajv's; with a seed, on
 * their mutants too.
 * @throws {MynahError} `OPENAPI`, for a document that is refused.
 */
export function checkDocument(document: object, seed?: number): Result {
  const api = openapi(document)
  api.examples(() => true)
  const parsed = new ApiDocument(document)
  const operations = readOperations(parsed, (...parts) => new Operation(...parts))
  const reports = api.operations()
  const refused = new Set(
    reports.flatMap(({ problem, example }) => (problem && example === 'none' ? [firstLine(problem)] : [])),
  )
  const result: Result = { operations: operations.length, refused: [], agreed: 0, differences: [], unread: 0 }
  const random = seed === undefined ? undefined : randomFrom(seed)
  const schemas = new Schemas(parsed)
  const oracle = createOracle(document, parsed.version)
  for (const operation of operations) {
    try {
      createRequestCheck(operation, schemas)
      const values = [
        ...examplesOf(parsed, operation),
        ...usedExampleOf(operation, schemas),
        ...samplesOf(operation, schemas),
      ]
      for (const { part, value } of values) {
        compare(result, schemas, oracle, part, value)
        for (let count = 0; random && count < MUTANTS; count++) {
          compare(result, schemas, oracle, part, mutantOf(value, random))
        }
      }
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'OPENAPI') throw error
      refused.add(firstLine(error.message))
    }
  }
  return { ...result, refused: [...refused] }
}

function firstLine(text: string): string {
  return text.split('\n')[0] as string
}

/** All JSON examples of an operation's responses, with the places of their schemas. */
function* examplesOf(document: ApiDocument, operation: Operation): Generator<{ part: Part; value: unknown }> {
  for (const status of operation.statuses) {
    for (const [type, media] of operation.responseOf(status).content) {
      if (!isJson(type) || !isData(media.value.schema)) continue
      const own = declaredExample(document, media)
      const part = { value: media.value.schema, at: pointer(media.at, 'schema') }
      if (own) yield { part, value: own.value }
    }
  }
}

/** The example that `examples()` takes, if it is put together from those of its schema. */
function* usedExampleOf(operation: Operation, schemas: Schemas): Generator<{ part: Part; value: unknown }> {
  const status = operation.statuses.map(Number).find((one) => one >= 200 && one < 300)
  const example = readExample(operation, schemas, () => false, status)
  if (!example || example.violations) return
  for (const [type, media] of operation.response(example.status)?.content ?? []) {
    if (type !== example.type || !isJson(type) || !isData(media.value.schema)) continue
    if (declaredExample(operation.document, media)) continue
    yield { part: { value: media.value.schema, at: pointer(media.at, 'schema') }, value: example.response }
  }
}

/** The samples of an operation's responses. Those that cannot be made are left out: the error names their place. */
function* samplesOf(operation: Operation, schemas: Schemas): Generator<{ part: Part; value: unknown }> {
  for (const status of operation.statuses) {
    for (const [type, media] of operation.responseOf(status).content) {
      if (!isJson(type) || !isData(media.value.schema)) continue
      try {
        const part = { value: media.value.schema, at: pointer(media.at, 'schema') }
        yield { part, value: leastValue(schemas.schemaOf(media, 'response')) }
      } catch (error) {
        if (!(error instanceof NotMakeable)) throw error
      }
    }
  }
}

function compare(
  result: Result,
  schemas: Schemas,
  oracle: ReturnType<typeof createOracle>,
  part: Part,
  value: unknown,
): void {
  const schema = schemas.compile(part, 'response')
  const ours = schema.isValid(value)
  const theirs = oracle.verdict(part.at, value)
  if (theirs === undefined) result.unread++
  else if (ours === theirs.valid) result.agreed++
  else {
    const [error] = ours ? [] : schema.errorsOf(value).slice(-1)
    const reason = ours ? `ajv: ${theirs.reason}` : `mynah: ${error?.keyword} at ${error?.keywordLocation}`
    result.differences.push({ at: part.at, reason })
  }
}
