import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What an editor knows of sources that would stand in this folder. A place in them is marked by a comment, with its name. */
export interface LanguageService {
  readonly service: ts.LanguageService
  fileOf(name: string): string
  /** Returns the place behind a mark. */
  placeOf(name: string, mark: string): number
  /** Returns the names that the editor completes at a place. */
  completionsAt(name: string, place: number): string[]
}

/** Makes one program of all sources: most of the time goes into the libraries that they share. */
export function languageService(sources: Readonly<Record<string, string>>): LanguageService {
  const fileOf = (name: string) => `${ROOT}test/types/${name}`
  const texts = new Map(Object.entries(sources).map(([name, source]) => [fileOf(name), source]))
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const read = (path: string) => texts.get(path) ?? ts.sys.readFile(path)
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = read(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => texts.has(path) || ts.sys.fileExists(path),
    readFile: read,
  })
  return {
    service,
    fileOf,
    placeOf: (name, mark) => (sources[name] ?? '').indexOf(`/*${mark}*/`) + mark.length + 4,
    completionsAt: (name, place) =>
      service.getCompletionsAtPosition(fileOf(name), place, {})?.entries.map((entry) => entry.name) ?? [],
  }
}
