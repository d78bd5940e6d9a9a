import { UnusedReporter } from '../unused/reporter.ts'

export type { UnusedOptions } from '../unused/reporter.ts'
export { UnusedReporter }

// Vitest and Jest load a reporter by the name of its module.
export default UnusedReporter
