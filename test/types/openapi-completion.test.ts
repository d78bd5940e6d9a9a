import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILE = `${ROOT}test/types/completed-document.ts`
const SOURCE = `import { openapi } from '../../src/entries/openapi.ts'
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

/** Returns the names that an editor completes at a mark of the source. */
function completionsAt(mark: string): string[] {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const read = (name: string) => (name === FILE ? SOURCE : ts.sys.readFile(name))
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = read(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
    readFile: read,
  })
  const at = SOURCE.indexOf(`/*${mark}*/`) + (mark === 'path' ? 0 : mark.length + 4)
  return service.getCompletionsAtPosition(FILE, at, {})?.entries.map(({ name }) => name) ?? []
}

test.each([
  ['path', ['/users', '/users/{user-name}']],
  ['query', ['page']],
  ['received', ['page']],
])(
  'an editor completes: %s',
  (mark, names) => {
    const matchers = ['"~standard"', 'args', 'asymmetricMatch', 'name', 'rule']
    expect(completionsAt(mark).filter((name) => !matchers.includes(name))).toEqual(names)
  },
  60_000,
)
