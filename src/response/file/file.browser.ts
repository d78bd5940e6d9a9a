import { MynahError } from '../../core/errors.ts'
import { showWritten } from '../../core/show.ts'

/** A page has no files to read: refuses the call. */
export function file(path: string | URL): never {
  throw new MynahError(
    'ENVIRONMENT',
    `file(${showWritten(path)}) reads from disk, which a page cannot do; in a resolver, fetchReal() fetches a file from the page's server`,
  )
}
