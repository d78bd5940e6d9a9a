import { MynahError } from '../../core/errors.ts'
import { show } from '../../core/show.ts'
import { isObject } from '../../core/type-guards.ts'
import type { HarEntry } from '../har-format.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { entryText } from './cassette-file.ts'
import type { CassetteWriter } from './cassette-writer.ts'
import { largeEntryText } from './entry-text.ts'
import type { SaveEntry } from './record-exchange.ts'

/** Changes an entry before it is written, or returns another. */
// biome-ignore lint/suspicious/noConfusingVoidType: the type of a function without a return statement is void
export type Redact = (entry: HarEntry) => HarEntry | undefined | void

/** Returns a function that saves entries, without secrets and changed by `redact`. */
export function saveWith(writer: CassetteWriter, recordedBy: string, redact: Redact | undefined): SaveEntry {
  return (entry, large) => {
    const { content } = entry.response
    // The search for secrets, and `redact`, need the whole body.
    const isSplit = large !== undefined && redact === undefined && !/json|urlencoded/i.test(content.mimeType)
    const whole = large && !isSplit ? withContent(entry, { ...content, ...large.content() }) : entry
    const clean = { ...redacted(hideSecrets(whole), redact), _recordedBy: recordedBy }
    return writer.write(isSplit ? largeEntryText(clean, large) : [entryText(clean)])
  }
}

function withContent(entry: HarEntry, content: HarEntry['response']['content']): HarEntry {
  return { ...entry, response: { ...entry.response, content } }
}

function redacted(entry: HarEntry, redact: Redact | undefined): HarEntry {
  if (!redact) return entry
  const result: unknown = redact(entry) ?? entry
  if (!isObject(result) || !('request' in result && 'response' in result)) {
    refuse(`redact returned ${show(result)}; it returns an entry, or nothing after it has changed its argument`)
  }
  const problem = problemOf(result as HarEntry)
  if (problem) refuse(`redact returned an entry that cannot be replayed: ${problem}`)
  return hideSecrets(result as HarEntry)
}

/** Returns what an entry lacks: it would be refused when the cassette is read. */
function problemOf({ request, response }: HarEntry): string | undefined {
  if (!URL.canParse(request.url)) return `request.url is an absolute URL, not ${show(request.url)}`
  const lists = { request: ['headers', 'cookies', 'queryString'], response: ['headers', 'cookies'] }
  for (const [part, names] of Object.entries(lists)) {
    const place: object = part === 'request' ? request : response
    const missing = names.find((name) => !Array.isArray((place as Readonly<Record<string, unknown>>)[name]))
    if (missing) return `${part}.${missing} is a list`
  }
  return isObject(response.content) ? undefined : `response.content is an object, not ${show(response.content)}`
}

function refuse(problem: string): never {
  throw new MynahError('RECORDING', problem)
}
