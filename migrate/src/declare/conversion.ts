import type { Binding } from '../read/imports.ts'
import type { Source } from '../read/source.ts'

export interface Conversion {
  readonly bindings: readonly Binding[]
  /** Whether the file needs `const mocks = setupMocks([])`, started by a hook. */
  readonly needsSetup: boolean
  readonly options: string
  readonly isOpened?: boolean
  readonly isHarmless?: boolean
  readonly stays?: string | undefined
}

export interface Reader {
  readonly modules: RegExp
  readonly convert: (source: Source) => Conversion | undefined
}
