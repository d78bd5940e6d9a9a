import type { Binding } from '../read/imports.ts'
import type { Source } from '../read/source.ts'

export interface Conversion {
  readonly bindings: readonly Binding[]
  /** Whether the file needs `const mocks = setupMocks([])`, started by a hook. */
  readonly needsSetup: boolean
  readonly options: string
  /** Whether what stays with the library was told to work beside mynah. */
  readonly isOpened?: boolean
  readonly isHarmless?: boolean
  /** Why all of the library has to stay in the file; nothing if it does not. */
  readonly stays?: string | undefined
}

/** One library: the modules that it is imported from, and how a file is rewritten. */
export interface Reader {
  readonly modules: RegExp
  readonly convert: (source: Source) => Conversion | undefined
}
