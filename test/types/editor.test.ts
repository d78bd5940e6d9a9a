import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/* What an editor shows while a stub is written. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILE = `${ROOT}test/types/written-in-an-editor.ts`
const SOURCE = `import { rest } from '../../src/entries/index.ts'
const stub = rest./*call*/get('/users', [])
rest.put<{ /*shape*/ }>('/users', null)
stub./*stub*/method
`
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

const placeOf = (mark: string) => SOURCE.indexOf(`/*${mark}*/`) + mark.length + 4

function completionsAt(mark: string): string[] {
  return service.getCompletionsAtPosition(FILE, placeOf(mark), {})?.entries.map(({ name }) => name) ?? []
}

test('hovering rest.get shows its documentation', () => {
  const { documentation, tags } = service.getQuickInfoAtPosition(FILE, placeOf('call')) ?? {}
  expect(ts.displayPartsToString(documentation)).toMatch(
    /^Declares a stub of this method\.\n\n- `path`: .*\n- `response`: /,
  )
  expect(tags?.map(({ name }) => name)).toEqual(['throws', 'example'])
})

test('a shape is completed with its keys', () => {
  expect(completionsAt('shape').slice(0, 6).sort()).toEqual([
    'body',
    'cookies',
    'headers',
    'params',
    'queries',
    'response',
  ])
})

test('a stub is completed with the members that users may use, and those that the declarations leave out', () => {
  const isInternal = (member: string) =>
    service
      .getCompletionEntryDetails(FILE, placeOf('stub'), member, undefined, undefined, undefined, undefined)
      ?.tags?.some(({ name }) => name === 'internal') ?? false
  expect(completionsAt('stub').filter((member) => !isInternal(member))).toEqual([
    'at',
    'delay',
    'headers',
    'method',
    'path',
    'status',
    'times',
    'toString',
  ])
})
