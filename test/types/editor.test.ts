import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageService } from './language-service.ts'

/* What an editor shows while a stub is written. */

const STUBS = `import { rest } from '../../src/entries/index.ts'
const stub = rest./*call*/get('/users', [])
rest.put<{ /*shape*/ }>('/users', null)
stub./*stub*/method
rest.get</*payload*/{ id: number; body: string }>('/users', { id: 1, body: '' })
rest.get('/users/:id/:tab', [], { match: { params: { /*params*/ } } })
`

const CONTRACT = `import { openapi } from '../../src/entries/openapi.ts'
type Get = { parameters: { query?: { page?: number } }; responses: { 200: { content: { 'application/json': string } }; 404: { content?: never } } }
interface paths {
  '/users': { get: Get; post: Get }
  '/users/{user-name}': { get: Get }
  '/teams': { put: Get }
}
const api = openapi<paths>({})
api.get('/*path*/', '')
api.get('/users', '', { match: { queries: { /*query*/ } } })
api.get('/users', ({ request }) => request.queries./*received*/page)
`

/** The types of a document of many operations, as openapi-typescript writes them, and calls. */
function largeContract(calls: string): string {
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
${calls}
`
}

/** Calls, each on a line of its own, and the errors in it. */
const CALLS: readonly (readonly [call: string, errors: readonly string[]])[] = [
  ["api.get('/things1/{id}', { id: 1, field1: '' }, { match: { queries: { page: 1 } } })", []],
  ["api.get('/things1/{id}', { id: 'x', field1: '' })", ['TS2322 at id']],
  ["api.get('/things1/{id}', { id: 1, field1: '' }, { status: 201 })", ['TS2322 at status']],
  ["api.get('/things1/{id}', { id: 1, field1: '' }, { match: { params: { idd: 'x' } } })", ['TS2353 at idd']],
  ["api.get('/thing1/{id}', { any: 'thing' })", ["TS2345 at '/thing1/{id}'"]],
]

const sources = {
  'stubs.ts': STUBS,
  'contract.ts': CONTRACT,
  'large-contract.ts': largeContract(CALLS.map(([call]) => call).join('\n')),
}
const { service, fileOf, placeOf, completionsAt } = languageService(sources)

test('hovering rest.get shows its documentation', { timeout: 60_000 }, () => {
  const { documentation, tags } = service.getQuickInfoAtPosition(fileOf('stubs.ts'), placeOf('stubs.ts', 'call')) ?? {}
  expect(ts.displayPartsToString(documentation)).toMatch(
    /^Declares a stub of this method\.\n\n- `path`: .*\n- `response`: /,
  )
  expect(tags?.map(({ name }) => name)).toEqual(['param', 'param', 'param', 'throws', 'example'])
})

test('a shape is completed with its keys', () => {
  expect(completionsAt('stubs.ts', placeOf('stubs.ts', 'shape')).slice(0, 6).sort()).toEqual([
    'body',
    'cookies',
    'headers',
    'params',
    'queries',
    'response',
  ])
})

test('the type of a payload in place of a shape is an error that has the code to write', () => {
  const [error, ...others] = service.getSemanticDiagnostics(fileOf('stubs.ts'))
  expect(others).toEqual([])
  expect(error?.start).toBe(placeOf('stubs.ts', 'payload'))
  expect(ts.flattenDiagnosticMessageText(error?.messageText, '\n').trim().split('\n').at(-1)?.trim()).toBe(
    `Type 'number' is not assignable to type '"write <{ response: … }>"'.`,
  )
})

test('the conditions on params are completed with the names in the path', () => {
  expect(completionsAt('stubs.ts', placeOf('stubs.ts', 'params'))).toEqual(['id', 'tab'])
})

test('a stub is completed with the members that users may use, and those that the declarations leave out', () => {
  const place = placeOf('stubs.ts', 'stub')
  const isInternal = (member: string) =>
    service
      .getCompletionEntryDetails(fileOf('stubs.ts'), place, member, undefined, undefined, undefined, undefined)
      ?.tags?.some(({ name }) => name === 'internal') ?? false
  expect(completionsAt('stubs.ts', place).filter((member) => !isInternal(member))).toEqual([
    'at',
    'delay',
    'headers',
    'method',
    'path',
    'status',
    'statusText',
    'times',
    'toString',
  ])
})

test.each([
  ['path', ['/users', '/users/{user-name}']],
  ['query', ['page']],
  ['received', ['page']],
])('a typed contract completes: %s', (mark, names) => {
  const place = mark === 'path' ? CONTRACT.indexOf('/*path*/') : placeOf('contract.ts', mark)
  expect(completionsAt('contract.ts', place)).toEqual(names)
})

test('an error is reported at its place, without a comparison of all operations of the document', () => {
  const program = service.getProgram() as ts.Program & { getRelationCacheSizes(): { strictSubtype: number } }
  const { strictSubtype: before } = program.getRelationCacheSizes()
  const source = sources['large-contract.ts']
  const errors = program
    .getSemanticDiagnostics(program.getSourceFile(fileOf('large-contract.ts')))
    .map(({ start = 0, length = 0, code }) => `TS${code} at ${source.slice(start, start + length)}`)
  expect(errors).toEqual(CALLS.flatMap(([, wanted]) => wanted))
  // With each operation compared with each other there are 358,800.
  expect(program.getRelationCacheSizes().strictSubtype - before).toBeLessThan(3000)
}, 180_000)
