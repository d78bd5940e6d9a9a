import { MynahError } from '../core/errors.ts'
import { reasonOf } from '../core/refusal.ts'
import { show } from '../core/show.ts'
import { isObject } from '../core/type-guards.ts'
import type { HarEntry } from './har-format.ts'

/** An entry as an archive may have it: tools leave out fields that the format requires. */
export type LooseEntry = Omit<HarEntry, 'request' | 'response'> & {
  readonly request: Partial<HarEntry['request']> & Pick<HarEntry['request'], 'method' | 'url'>
  readonly response?: Partial<HarEntry['response']> | null
  readonly _recordedBy?: string
}

/** The archives that `har` takes. */
const RIGHT = 'har takes a HAR 1.2 archive: its text, or the object in that text'

/**
 * Returns the entries of an archive. Errors call the archive `name`, and end with `advice`.
 * @throws {MynahError} `HAR`, if the archive is not valid; the message names the entry.
 */
export function parseArchive(archive: unknown, name: string, advice = RIGHT): readonly LooseEntry[] {
  const refuse = (problem: string): never => {
    throw new MynahError('HAR', `${name} is not a HAR archive: ${problem}\n\n${advice}`)
  }
  const packed = packedKind(archive)
  if (packed) refuse(`it is ${packed}; unpack it, and pass the text of the .har file in it`)
  const har = typeof archive === 'string' ? parseText(archive, refuse) : archive
  if (ArrayBuffer.isView(archive)) refuse('it is bytes; pass the text of the archive')
  const log = valueAt(har, 'log')
  if (!isObject(log)) refuse(isObject(har) ? 'it has no log' : `it is ${show(har)}`)
  const entries = valueAt(log, 'entries')
  if (!Array.isArray(entries)) return refuse(`log.entries is a list, not ${show(entries)}`)
  entries.forEach((entry: unknown, index) => {
    const problem = isObject(entry) ? entryProblem(entry) : `is an object, not ${show(entry)}`
    if (problem) refuse(`log.entries[${index}]${isObject(entry) ? '.' : ' '}${problem}`)
  })
  return entries
}

/** Returns how an archive is packed, by its first bytes: Playwright saves `.har.zip`, other tools `.har.gz`. */
function packedKind(archive: unknown): string | undefined {
  const bytes = ArrayBuffer.isView(archive)
    ? new Uint8Array(archive.buffer, archive.byteOffset, archive.byteLength)
    : []
  const start = typeof archive === 'string' ? archive.slice(0, 2) : String.fromCharCode(...bytes.slice(0, 2))
  if (start === 'PK') return 'a ZIP file'
  return start === '\x1f\x8b' || start === '\x1f\ufffd' ? 'a gzip file' : undefined
}

function parseText(text: string, refuse: (problem: string) => never): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    return refuse(`its text is not JSON: ${reasonOf(error)}`)
  }
}

/** The fields that are checked in every entry, if they are there, or only in an entry that has all fields of the format. */
const FIELDS: Readonly<Record<'always' | 'if there' | 'if complete', readonly Field[]>> = {
  always: [
    ['request', 'an object', isObject],
    ['request.method', 'a text', isText],
    ['request.url', 'an absolute URL', (value) => isText(value) && URL.canParse(value)],
  ],
  'if there': [
    ['request.headers', 'a list', Array.isArray],
    ['request.postData.text', 'a text', isText],
    ['request.postData.params', 'a list', Array.isArray],
    ['response', 'an object', isObject],
    ['response.status', 'a number', isNumber],
    ['response.headers', 'a list', Array.isArray],
    ['response.content.text', 'a text', isText],
    ['response.content.encoding', "'base64' or nothing", (value) => value === '' || value === 'base64'],
  ],
  'if complete': [
    ...['request.headers', 'request.cookies', 'request.queryString', 'response.headers', 'response.cookies'].map(
      (place) => [place, 'a list', Array.isArray] as const,
    ),
    ['response.content', 'an object', isObject],
  ],
}
type Field = readonly [place: string, wanted: string, isRight: (value: unknown) => boolean]

/** Lists of names and values. Tools also write numbers as values. */
const NAMED = ['request.headers', 'request.postData.params', 'response.headers']

/** Returns the first problem of an entry, if it has any. */
export function entryProblem(entry: object, isComplete = false): string | undefined {
  const given = FIELDS['if there'].filter(([place]) => (valueAt(entry, place) ?? undefined) !== undefined)
  for (const [place, wanted, isRight] of [...FIELDS.always, ...given, ...(isComplete ? FIELDS['if complete'] : [])]) {
    const value = valueAt(entry, place)
    if (!isRight(value)) return `${place} is ${wanted}, not ${show(value)}`
  }
  for (const place of NAMED) {
    const items = (valueAt(entry, place) ?? []) as unknown[]
    const index = items.findIndex((item) => !isText(valueAt(item, 'name')))
    if (index >= 0) return `${place}[${index}].name is a text, not ${show(items[index])}`
  }
  const { text, encoding, _file } = (valueAt(entry, 'response.content') ?? {}) as Readonly<Record<string, string>>
  if (typeof _file === 'string' && !text) {
    return `response.content is in the file ${show(_file)}; save the archive with its bodies in it, as Playwright does with content: 'embed'`
  }
  return encoding && !isBase64(text ?? '') ? `response.content.text is base64, not ${show(text)}` : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Tools also write numbers as texts. */
function isNumber(value: unknown): boolean {
  return isText(value) ? /^-?\d+$/.test(value) : Number.isFinite(value)
}

function isBase64(text: string): boolean {
  try {
    atob(text)
    return true
  } catch {
    return false
  }
}

function valueAt(value: unknown, place: string): unknown {
  return place.split('.').reduce((inner, key) => (isObject(inner) ? Reflect.get(inner, key) : undefined), value)
}
