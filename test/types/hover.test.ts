import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageService } from './language-service.ts'

/* What an editor shows of a resolver's request on hover, and of each parameter in signature help. */

const PARTS = 'method url params queries searchParams headers cookies body text signal raw'.split(' ')
const ACTS = 'request setStatusCode setHeader appendHeader setCookie setDelay next fetchReal'.split(' ')

const SOURCE = `import { createResolver, rest, setupMocks } from '../../src/entries/index.ts'
import * as mynah from '../../src/entries/index.ts'
rest.get('/users/:id', (context) => { ${ACTS.map((name) => `context./*${name}*/${name}`).join('; ')} })
rest.get('/users/:id', ({ request }) => [${PARTS.map((name) => `request./*inferred ${name}*/${name}`).join(', ')}])
rest.get<{ body: { a: 1 } }>('/users', ({ request }) => [${PARTS.map((name) => `request./*written ${name}*/${name}`).join(', ')}])
const mocks = setupMocks([])
export const functions = {
  ...mynah,
  ...Object.assign({}, rest),
  ...Object.assign({}, mocks),
  use: mocks.use,
  useGet: mocks.use.get,
  explain: createResolver([]),
}
`
const { service, fileOf, placeOf } = languageService({ 'hover.ts': SOURCE })

function documentationAt(mark: string): string {
  const info = service.getQuickInfoAtPosition(fileOf('hover.ts'), placeOf('hover.ts', mark))
  return ts.displayPartsToString(info?.documentation)
}

test('each part of a request, and each member of a context, has a comment on hover', { timeout: 60_000 }, () => {
  const marks = [...ACTS, ...PARTS.flatMap((name) => [`inferred ${name}`, `written ${name}`])]
  expect(marks.filter((mark) => documentationAt(mark) === '')).toEqual([])
  expect(documentationAt('written body')).toMatch(/^Parsed by its content type: /)
})

test('each parameter of a function has a comment in signature help', { timeout: 60_000 }, () => {
  const program = service.getProgram() as ts.Program
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(fileOf('hover.ts')) as ts.SourceFile
  const [functions] = checker.getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol)
  const members = checker.getTypeOfSymbol(functions as ts.Symbol).getProperties()
  const parameters = members.flatMap((member) =>
    checker
      .getTypeOfSymbol(member)
      .getCallSignatures()
      .flatMap(({ parameters }) => parameters.map((one) => ({ name: `${member.name}: ${one.name}`, one }))),
  )
  expect(parameters.length).toBeGreaterThan(50)
  // `fetch` has the type of the global one, whose parameters have no comment.
  const silent = parameters
    .filter(({ name }) => !name.startsWith('fetch: '))
    .filter(({ one }) => one.getDocumentationComment(checker).length === 0)
  expect(silent.map(({ name }) => name)).toEqual([])
})
