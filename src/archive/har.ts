import { checkOptions } from '../core/options.ts'
import { quote } from '../core/show.ts'
import type { Declarer, Stub } from '../core/stub/stub.ts'
import { ARCHIVE_OPTIONS, type ArchiveOptions } from './archive-options.ts'
import { exchangesOf } from './exchanges.ts'
import { ignoreHint } from './ignore.ts'
import { parseArchive } from './parse-archive.ts'
import { toStubs } from './to-stubs.ts'

/**
 * Makes stubs of a HAR 1.2 archive, an object or its text: one for each request that differs by method, URL, queries or
 * body. A request with several recorded responses gets them in order; the last one repeats.
 *
 * - `ignore`: `{ queries: [names], body: true }`, the parts that are not compared when a request is matched, or
 *   `{ body: ['id', 'params.at'] }`, the fields of a JSON or form body. Headers are never compared.
 * - `origin`: the origin to mock instead of the recorded one, or `'any'`.
 * - `filter`: a function of the entry; an entry for which it returns `false` is left out.
 *
 * @throws {MynahError} `HAR`, if the archive is not valid; the message names the entry.
 * @throws {RouteDefinitionError} for an option that is unknown or has a wrong value.
 * @example
 * setupMocks(har(readFileSync('recording.har', 'utf8'), { ignore: { queries: ['t'] } }))
 */
export function har(archive: string | object, options: ArchiveOptions = {}): Stub[] {
  checkOptions('har', '…, ', options, ARCHIVE_OPTIONS)
  const trace: { stack?: string } = {}
  Error.captureStackTrace?.(trace, har)
  const hint: Declarer['hint'] = (url, _method, misses) => {
    const others = misses.filter(({ part }) => part !== 'origin')
    const ignored = ignoreHint('har', options.ignore ?? {}, others)
    const isElsewhere = others.length < misses.length && (others.length === 0 || ignored !== undefined)
    const lines = [
      isElsewhere ? `To answer at another origin: har(…, { origin: ${quote(new URL(url).origin)} })` : undefined,
      ignored,
    ]
    return lines.filter((line) => line !== undefined).join('\n') || undefined
  }
  return toStubs(exchangesOf(parseArchive(archive, 'The archive'), options), trace, { hint })
}
