import { relative, resolve } from 'node:path'
import type { Converted } from './convert-file.ts'
import type { Staying } from './left-together.ts'
import type { ProjectFiles } from './read/project-files.ts'
/** A file that hands a pool of undici over has to keep it while another one declares answers by it. */
export function leftWithPools(results: readonly Converted[], files: ProjectFiles): Staying[] {
  const byPath = new Map(results.map(({ path, result }) => [path, result]))
  const users = files.own.filter(({ fileName, text }) => {
    const { libraries = [], text: now = text } = byPath.get(resolve(fileName)) ?? {}
    return !libraries.includes('undici') && /\.intercept\(/.test(now)
  })
  return results.flatMap((one): Staying[] => {
    const { file, result } = one
    const isMade = result.converted > 0 && result.libraries.includes('undici')
    const user = isMade && users.find(({ fileName }) => files.isImporting(fileName, file))
    return user
      ? [[one, `${relative(files.folder, user.fileName)} declares answers by a pool that this file makes`]]
      : []
  })
}
