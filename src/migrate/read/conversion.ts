import type { Binding } from './imports.ts'

/** What a reader has done with a file. */
export interface Conversion {
  /** What the file imported of the old library. */
  readonly bindings: readonly Binding[]
  /** Whether the file needs `const mocks = setupMocks([])`, started by a hook. */
  readonly needsSetup: boolean
  /** The options of these mocks, as code. */
  readonly options: string
}
