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
