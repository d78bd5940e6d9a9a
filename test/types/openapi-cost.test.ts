import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILE = `${ROOT}test/types/large-document.ts`

/** The types of a document of many operations, as openapi-typescript writes them, and a call. */
function sourceOf(call: string): string {
  const operation = (id: number) => `  '/things${id}/{id}': {
    get: {
      parameters: { query?: { page?: number }; path: { id: string } }
      responses: {
        200: { content: { 'application/json': { id: number; field${id}: string; kind?: 'a' | 'b' } } }
        404: { content: { 'application/json': { message: string; code${id}?: number } } }
      }
    }
  }`
  return `import { openapi } from '../../src/entries/openapi.ts'
interface paths {
${Array.from({ length: 300 }, (_, id) => operation(id)).join('\n')}
}
const api = openapi<paths>({})
${call}
`
}

/** Compiles a call; returns its errors, and how many pairs of types the compiler had to compare. */
function compile(call: string) {
  const source = sourceOf(call)
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const host = ts.createCompilerHost(options)
  const own = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target) =>
    name === FILE ? ts.createSourceFile(name, source, target, true) : own(name, target)
  const program = ts.createProgram([FILE], { ...options, noEmit: true }, host)
  const file = program.getSourceFile(FILE)
  const errors = program
    .getSemanticDiagnostics(file)
    .map(({ start = 0, length = 0, code }) => `TS${code} at ${source.slice(start, start + length)}`)
  const { getRelationCacheSizes } = program as unknown as { getRelationCacheSizes(): { strictSubtype: number } }
  return { errors, compared: getRelationCacheSizes().strictSubtype }
}

/** Calls, each on a line of its own, and the errors in it. */
const CALLS: readonly (readonly [call: string, errors: readonly string[]])[] = [
  ["api.get('/things1/{id}', { id: 1, field1: '' }, { match: { queries: { page: 1 } } })", []],
  ["api.get('/things1/{id}', { id: 'x', field1: '' })", ['TS2322 at id']],
  ["api.get('/things1/{id}', { id: 1, field1: '' }, { status: 201 })", ['TS2322 at status']],
  ["api.get('/things1/{id}', { id: 1, field1: '' }, { match: { params: { idd: 'x' } } })", ['TS2353 at idd']],
  ["api.get('/thing1/{id}', { any: 'thing' })", ["TS2345 at '/thing1/{id}'"]],
]

test('an error is told at the place of what is wrong, and compares no operations of the document with each other', () => {
  const { errors, compared } = compile(CALLS.map(([call]) => call).join('\n'))
  expect(errors).toEqual(CALLS.flatMap(([, wanted]) => wanted))
  // With each operation compared with each other there are 358,800.
  expect(compared).toBeLessThan(3000)
}, 180_000)
