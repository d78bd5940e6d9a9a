import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isOrigin } from '../archive/archive-options.ts'
import { exchangesOf } from '../archive/exchanges.ts'
import { parseArchive } from '../archive/parse-archive.ts'
import { findCollections } from '../archive/print/find-collections.ts'
import { printRoutes } from '../archive/print/print-routes.ts'
import { messageOf } from '../core/show.ts'

/** Runs `mynah routes` with its arguments. Returns the module that it prints. */
export function runRoutes(args: readonly string[]): string {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { origin: { type: 'string' }, collections: { type: 'boolean' } },
  })
  const { origin } = values
  if (origin !== undefined && origin !== 'any' && !isOrigin(origin)) {
    throw new Error(`--origin is an origin, or any, not '${origin}'`)
  }
  const [file, more] = positionals
  if (file === undefined) throw new Error('routes needs the file of an archive: npx mynah routes recording.har')
  if (more !== undefined) throw new Error(`routes takes one file, not also '${more}'`)
  const exchanges = exchangesOf(parseArchive(readArchive(file), file), origin === undefined ? {} : { origin })
  if (!values.collections) return printRoutes(exchanges)
  const { collections, others } = findCollections(exchanges)
  return printRoutes(others, collections)
}

function readArchive(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`)
  }
}
