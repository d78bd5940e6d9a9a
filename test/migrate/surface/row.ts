/** The libraries of the table. */
export type Name = 'nock' | 'msw' | 'fetch-mock' | 'undici' | 'axios-mock-adapter' | 'jest-fetch-mock' | 'fetch'

/** A form that people write, and the code that it becomes, or why it is left by hand. */
export interface Row {
  readonly library: Name
  readonly form: string
  readonly becomes?: string
  readonly byHand?: string
  /** The import before the test, if it is not what the library's other rows have. */
  readonly head?: string | undefined
  /** The major version that the project has installed, if the form is not of all. */
  readonly major?: number | undefined
}

/** The rows of a library: each form with its code, then those that stay with the reason. */
export const rowsOf = (
  library: Name,
  rows: Readonly<Record<string, string>>,
  byHand: Readonly<Record<string, string>>,
  head?: string,
  major?: number,
): Row[] => [
  ...Object.entries(rows).map(([form, becomes]) => ({ library, form, becomes, head, major })),
  ...Object.entries(byHand).map(([form, reason]) => ({ library, form, byHand: reason, head, major })),
]
