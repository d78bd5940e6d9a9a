import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What an editor knows of a source that would stand in this folder. A place in it is marked by a comment, with its name. */
export interface LanguageService {
  readonly service: ts.LanguageService
  readonly file: string
  /** Returns the place behind a mark. */
  placeOf(mark: string): number
  /** Returns the names that the editor completes at a place. */
  completionsAt(place: number): string[]
}

export function languageService(name: string, source: string): LanguageService {
  const file = `${ROOT}test/types/${name}`
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const read = (path: string) => (path === file ? source : ts.sys.readFile(path))
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = read(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
  })
  return {
    service,
    file,
    placeOf: (mark) => source.indexOf(`/*${mark}*/`) + mark.length + 4,
    completionsAt: (place) =>
      service.getCompletionsAtPosition(file, place, {})?.entries.map((entry) => entry.name) ?? [],
  }
}
