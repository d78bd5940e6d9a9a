import { type ConvertedFile, isOldModule } from './convert-file.ts'

/** Names the packages that the project no longer needs, if nothing is left to them. */
export function runnerAdvice(dependencies: ReadonlySet<string>, results: readonly ConvertedFile[]): string[] {
  const gone = [...dependencies].filter((name) => isOldModule(name.replace(/^@types\//, ''), ''))
  const isAll = results.every(({ left }) => left.length === 0)
  if (gone.length === 0 || !isAll) return []
  return [`When no other file uses it: npm uninstall ${gone.join(' ')}\n`]
}
