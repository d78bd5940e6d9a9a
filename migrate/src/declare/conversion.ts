import type { Binding } from '../read/imports.ts'
import type { Source } from '../read/source.ts'

export interface Conversion {
  readonly bindings: readonly Binding[]
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
