import { MynahError } from '../../core/errors.ts'
import { showWritten } from '../../core/show.ts'

/** A page has no files to read: refuses the call. */
export function file(path: string | URL): never {
  throw new MynahError(
    'ENVIRONMENT',
    `file(${showWritten(path)}) reads a file of the disk, which a page cannot; fetchReal() in a resolver gets a file of the page's server`,
  )
}
