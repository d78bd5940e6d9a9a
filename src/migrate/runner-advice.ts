import type { ConvertedFile } from './convert-file.ts'

/** What of the runner's setup the old libraries needed, and mynah does not. */
export function runnerAdvice(
  _folder: string,
  dependencies: ReadonlySet<string>,
  results: readonly { readonly result: ConvertedFile }[],
): string[] {
  const gone = [...dependencies].filter((name) =>
    /^(?:nock|@types\/nock|msw|fetch-mock|fetch-mock-jest|jest-fetch-mock|vitest-fetch-mock|@fetch-mock\/.+)$/.test(
      name,
    ),
  )
  const isAll = results.every(({ result }) => result.left.length === 0)
  if (gone.length === 0 || !isAll) return []
  return [`When no other file uses it: npm uninstall ${gone.join(' ')}\n`]
}
