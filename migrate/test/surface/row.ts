/** The libraries of the table. */
export type Name = 'nock' | 'msw' | 'fetch-mock' | 'undici'

/** A form that people write, and the code that it becomes, or why it is left by hand. */
export interface Row {
  readonly library: Name
  readonly form: string
  readonly becomes?: string
  readonly byHand?: string
  /** What migrating.md shows of the form, and of what it becomes: pieces of code, in which `…` stands for any code. */
  readonly shown?: Readonly<Record<'there' | 'here', readonly string[]>>
  /** What `test/compared` sends it, if not what it sends all forms. */
  readonly sends?: readonly Request[] | undefined
  /** The files that it reads. */
  readonly files?: Readonly<Record<string, string>> | undefined
  /** Why its answers differ from the old library's; migrating.md says so. */
  readonly differs?: string | undefined
  /** The import before the test, if it is not what the library's other rows have. */
  readonly head?: string | undefined
  /** The major version that the project has installed, if the form is not of all. */
  readonly major?: number | undefined
}

interface Request {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The code of a form, alone or with what else is to be known of it. */
type Code = string | (Pick<Row, 'sends' | 'differs' | 'files'> & { readonly becomes: string })

/** The rows of a library: each form with its code, then those that stay with the reason. */
export const rowsOf = (
  library: Name,
  rows: Readonly<Record<string, Code>>,
  byHand: Readonly<Record<string, string>>,
  head?: string,
  major?: number,
): Row[] => [
  ...Object.entries(rows).map(([form, code]) => ({
    library,
    form,
    ...(typeof code === 'string' ? { becomes: code } : code),
    head,
    major,
  })),
  ...Object.entries(byHand).map(([form, reason]) => ({ library, form, byHand: reason, head, major })),
]
