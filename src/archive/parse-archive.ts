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

/** Says how to load a valid archive. */
const RIGHT = "Write  har(readFileSync('recording.har', 'utf8'))"

/**
 * Returns the entries of an archive. Errors call the archive `name`, and end with `advice`.
 * @throws {MynahError} `HAR`, if the archive is not valid; the message names the entry.
 */
export function parseArchive(archive: unknown, name: string, advice = RIGHT): readonly LooseEntry[] {
  const refuse = (problem: string): never => {
    throw new MynahError('HAR', `${name} is not a HAR archive: ${problem}\n\n${advice}`)
  }
  const har = typeof archive === 'string' ? parseText(archive, refuse) : archive
  if (ArrayBuffer.isView(archive)) refuse('it is bytes; pass the text of the archive')
  const log = propertyOf(har, 'log')
  if (!isObject(log)) refuse(isObject(har) ? 'it has no log' : `it is ${show(har)}`)
  const entries = propertyOf(log, 'entries')
  if (!Array.isArray(entries)) refuse(`log.entries is a list, not ${show(entries)}`)
  return (entries as unknown[]).map((entry, index) => {
    checkEntry(entry, (problem) => refuse(`log.entries[${index}]${problem}`))
    return entry as LooseEntry
  })
}

function parseText(text: string, refuse: (problem: string) => never): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(text)
    if (!conflict) return refuse(`its text is not JSON: ${reasonOf(error)}`)
    return refuse(`a merge has left a conflict in line ${text.slice(0, conflict.index).split('\n').length}`)
  }
}

function checkEntry(entry: unknown, refuse: (problem: string) => never): void {
  if (!isObject(entry)) refuse(` is an object, not ${show(entry)}`)
  const request = propertyOf(entry, 'request')
  if (!isObject(request)) refuse(`.request is an object, not ${show(request)}`)
  const check = (place: string, value: unknown, wanted: string, isRight: boolean) => {
    if (!isRight) refuse(`.${place} is ${wanted}, not ${show(value)}`)
  }
  const text = (place: string, value: unknown) => check(place, value, 'a text', typeof value === 'string')
  const optional = (place: string, value: unknown) => {
    if (value !== undefined && value !== null) text(place, value)
  }
  text('request.method', propertyOf(request, 'method'))
  const url = propertyOf(request, 'url')
  check('request.url', url, 'an absolute URL', typeof url === 'string' && URL.canParse(url))
  checkNamed('request.headers', propertyOf(request, 'headers'), check)
  const postData = propertyOf(request, 'postData')
  optional('request.postData.text', propertyOf(postData, 'text'))
  checkNamed('request.postData.params', propertyOf(postData, 'params'), check)
  const response = propertyOf(entry, 'response')
  check('response', response, 'an object', response === undefined || response === null || isObject(response))
  const status = propertyOf(response, 'status')
  check('response.status', status, 'a number', status === undefined || status === null || isNumber(status))
  checkNamed('response.headers', propertyOf(response, 'headers'), check)
  const content = propertyOf(response, 'content')
  optional('response.content.text', propertyOf(content, 'text'))
  const file = propertyOf(content, '_file')
  if (typeof file === 'string' && !propertyOf(content, 'text')) {
    refuse(
      `.response.content is in the file ${show(file)}; save the archive with its bodies in it, as Playwright does with content: 'embed'`,
    )
  }
  const encoding = propertyOf(content, 'encoding')
  check('response.content.encoding', encoding, "'base64' or nothing", !encoding || encoding === 'base64')
  if (encoding !== 'base64') return
  const base64 = propertyOf(content, 'text')
  check('response.content.text', base64, 'base64', isBase64(String(base64 ?? '')))
}

type Check = (place: string, value: unknown, wanted: string, isRight: boolean) => void

/** Checks names and values. Tools also write numbers as values. */
function checkNamed(place: string, list: unknown, check: Check): void {
  if (list === undefined || list === null) return
  check(place, list, 'a list', Array.isArray(list))
  for (const [index, item] of (list as unknown[]).entries()) {
    check(`${place}[${index}].name`, item, 'a text', typeof propertyOf(item, 'name') === 'string')
  }
}

/** Tools also write numbers as texts. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && /^-?\d+$/.test(value)
}

function isBase64(text: string): boolean {
  try {
    atob(text)
    return true
  } catch {
    return false
  }
}

function propertyOf(value: unknown, key: string): unknown {
  return isObject(value) ? (value as Record<string, unknown>)[key] : undefined
}
