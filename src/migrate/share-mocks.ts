import type { Converted } from './convert-file.ts'
import { importOf } from './import-mocks.ts'
import type { ProjectFiles } from './project-files.ts'
import type { Rulings } from './read/rulings.ts'

const SETUP = /^const (\w+) = setupMocks\(\[\]\);?\nbeforeAll\(\1\)/m
const SUITE = /\b(?:describe|suite|context)\(/

/** Has files use the mocks of a module that they import, which answers and keeps the calls for them. Returns whether one more does. */
export function shareMocks(
  results: readonly Converted[],
  rulings: ReadonlyMap<string, Rulings>,
  files: ProjectFiles,
): boolean {
  const setups = results.filter(({ result }) => isOfFetch(result) && SETUP.test(result.text))
  let isMore = false
  for (const { file } of setups) {
    const tree = files.treeOf(file)
    const [helper, ...others] = setups.filter((other) => {
      const isModule = other.file !== file && !SUITE.test(other.result.text)
      return isModule && tree && importOf(files.ts, files.program.getTypeChecker(), tree, files.pathOf(other.file))
    })
    const own = rulings.get(file)
    const shared = helper && rulings.get(helper.file)
    if (!own || !shared || others.length > 0 || own.isShared || shared.mocksOf !== undefined) continue
    own.mocksOf = files.pathOf(helper.file)
    shared.isShared = true
    isMore = true
  }
  return isMore
}

/** Gives the mocks of a module the options that another file starts its server with. Returns whether one more has them. */
export function sharePolicies(
  results: readonly Converted[],
  rulings: ReadonlyMap<string, Rulings>,
  files: ProjectFiles,
): boolean {
  let isMore = false
  for (const { file, result } of results) {
    for (const [module, options] of result.policies) {
      const setup = results.find((one) => files.pathOf(one.file) === files.pathOf(module) && one.result.converted > 0)
      const [own, other] = [rulings.get(file), setup && rulings.get(setup.file)]
      if (!own || !other || own.isPolicyTold || (other.policy ?? options) !== options) continue
      other.policy = options
      own.isPolicyTold = true
      isMore = true
    }
  }
  return isMore
}

/** Options without variables of their own file. */
const LITERAL = /^\{ (?:onUnmatched|passthrough): (?:\[(?:(?:'[^']*'|"[^"]*"|\/[^\s]+\/)(?:, )?)+\]|'\w+'|"\w+") \}$/

/**
 * Gives the mocks of a file the options of the module or the setup file that lets requests pass for it: the mocks that start last decide.
 * Returns whether one more has them.
 */
export function shareOptions(
  results: readonly Converted[],
  rulings: ReadonlyMap<string, Rulings>,
  files: ProjectFiles,
): boolean {
  const ofNock = results.filter(({ result }) => result.libraries.includes('nock'))
  const open = ofNock.filter(({ result }) => LITERAL.test(result.options))
  const found = ofNock.flatMap(({ file, result }) => {
    const own = rulings.get(file)
    const isOwn = result.options !== '' || /\bdisableNetConnect\b/.test(files.treeOf(file)?.text ?? '')
    if (!own || isOwn || own.optionsAround !== undefined) return []
    const module = open.find((one) => files.isImporting(file, one.file) || files.isSetup(files.pathOf(one.file)))
    return module ? [{ own, options: module.result.options }] : []
  })
  for (const { own, options } of found) own.optionsAround = options
  return found.length > 0
}

function isOfFetch({ libraries }: Converted['result']): boolean {
  return libraries.every((one) => one === 'jest-fetch-mock' || one === 'fetch')
}
