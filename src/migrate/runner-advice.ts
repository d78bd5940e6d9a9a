import { type ConvertedFile, libraryOf } from './convert-file.ts'

/** Names the packages that the project no longer needs, if nothing is left to them. */
export function runnerAdvice(dependencies: ReadonlySet<string>, results: readonly ConvertedFile[]): string[] {
  const converted = new Set(results.flatMap(({ libraries }) => libraries))
  const gone = [...dependencies].filter((name) => {
    const library = libraryOf(name.replace(/^@types\//, ''))
    // undici is a client too.
    return library !== undefined && library !== 'undici' && converted.has(library)
  })
  const isAll = results.every(({ left }) => left.length === 0)
  if (gone.length === 0 || !isAll) return []
  return [`When no other file uses it: npm uninstall ${gone.join(' ')}\n`]
}
