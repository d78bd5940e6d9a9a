/** The part of Jest's configuration that says which tests run. */
export interface JestConfig {
  readonly watch?: boolean
  readonly watchAll?: boolean
  readonly testNamePattern?: string
  readonly testPathPatterns?: { readonly patterns?: readonly string[] }
  readonly shard?: unknown
  readonly onlyChanged?: boolean
  readonly onlyFailures?: boolean
  readonly findRelatedTests?: boolean
}

/** The part of Vitest that says which tests run. */
export interface VitestContext {
  readonly filenamePattern?: readonly string[]
  readonly config: {
    readonly watch?: boolean
    readonly testNamePattern?: RegExp
    readonly shard?: unknown
    readonly changed?: unknown
    readonly related?: readonly string[]
  }
}

/** Whether Jest runs only some tests: nobody knows then what the others use. */
export function isPartOfJest(config: JestConfig): boolean {
  const { testNamePattern, testPathPatterns, shard, onlyChanged, onlyFailures, findRelatedTests } = config
  const isFiltered = Boolean(testNamePattern || testPathPatterns?.patterns?.length || shard)
  return Boolean(isFiltered || onlyChanged || onlyFailures || findRelatedTests)
}

/** Whether Vitest runs only some tests. It knows the names of the files when the run has begun. */
export function isPartOfVitest({ filenamePattern, config }: VitestContext): boolean {
  const { testNamePattern, shard, changed, related } = config
  return Boolean(filenamePattern?.length || testNamePattern || shard || changed || related?.length)
}
