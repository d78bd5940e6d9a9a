import type { Converted } from './convert-file.ts'
import type { ProjectFiles } from './read/project-files.ts'

/** Gives the mocks of a module the options that another file starts its server with. Returns whether one more has them. */
export function sharePolicies(results: readonly Converted[], files: ProjectFiles): boolean {
  let isMore = false
  for (const { rulings, result } of results) {
    for (const [module, options] of result.policies) {
      const setup = results.find((one) => one.path === files.pathOf(module) && one.result.converted > 0)
      if (!setup || rulings.isPolicyTold || (setup.rulings.policy ?? options) !== options) continue
      setup.rulings.policy = options
      rulings.isPolicyTold = true
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
export function shareOptions(results: readonly Converted[], files: ProjectFiles): boolean {
  const ofNock = results.filter(({ result }) => result.libraries.includes('nock'))
  const open = ofNock.filter(({ result }) => LITERAL.test(result.options))
  let isMore = false
  for (const { file, rulings, result } of ofNock) {
    const isOwn = result.options !== '' || /\bdisableNetConnect\b/.test(files.treeOf(file)?.text ?? '')
    if (isOwn || rulings.optionsAround !== undefined) continue
    rulings.optionsAround = open.find(
      (one) => files.isImporting(file, one.file) || files.isSetup(one.path),
    )?.result.options
    isMore ||= rulings.optionsAround !== undefined
  }
  return isMore
}
