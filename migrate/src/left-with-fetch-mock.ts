import type { Converted } from './convert-file.ts'
import { hasHooksFor, isKept, type Staying } from './left-together.ts'
import type { ProjectFiles } from './read/project-files.ts'

/** The global fetch-mock is one for all files of a test: its setup file, the modules with its routes, and the tests that import these. */
export function leftWithFetchMock(
  results: readonly Converted[],
  unlisted: readonly string[],
  files: ProjectFiles,
): Staying[] {
  const ofMock = results.filter(({ result }) => result.libraries.includes('fetch-mock'))
  const kept = ofMock.filter(isKept)
  const partly = ofMock.filter(({ rulings }) => rulings.tests.size > 0)
  return ofMock.flatMap((one): Staying[] => {
    const { file, path, result } = one
    if (isKept(one)) return []
    const beside = kept.find((other) => files.areBeside(file, other.file))
    // What tests that stay have from elsewhere stays with them.
    const user = partly.find((other) => other !== one && (files.isSetup(path) || files.isImporting(other.file, file)))
    const setup =
      kept.find((other) => hasHooksFor(files, other, one)) ?? (files.isSetup(path) ? kept[0] : undefined) ?? user
    const keeper = beside ?? setup
    const unknown = unlisted.find((other) => files.areBeside(file, other))
    const name = beside?.file ?? unknown ?? setup?.file
    if (name !== undefined)
      return [[one, `this stays while ${name} mocks fetch in the old way: convert that first`, undefined, keeper]]
    const answering = ofMock.find((other) => {
      const isForAll = files.isSetup(other.path) || files.isImporting(file, other.file)
      return other !== one && isForAll && other.result.declared.length > 0 && STARTED.test(other.result.text)
    })
    const reason = `export the mocks of ${answering?.file}, and read its calls from them: these mocks have none of them`
    return answering && CALLS.test(result.text) ? [[one, reason]] : []
  })
}

const STARTED = /^before(?:All)?\(/m
const CALLS = /mocks\.calls\(|toHaveRequested/i
