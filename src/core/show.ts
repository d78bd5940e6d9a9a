import { isMaker, isNamedReply } from './brand.ts'
import { isMatcher } from './matcher.ts'
import { isObject, type StandardSchema, tagOf } from './type-guards.ts'

/** Longer texts are shortened in a report, which then says how long they are. */
export const LONGEST = 120

/** What is hidden of a value that is shown. */
export interface Hiding {
  readonly hideText: (text: string) => string
  readonly isHidden: (owner: object, key: string, value: unknown) => boolean
}

/** Returns a value on one line, as it would be written in JavaScript; a long one is shortened. */
export function show(value: unknown): string {
  return showWithout(undefined, value)
}

/** As `show`, without what is hidden. */
export function showWithout(hiding: Hiding | undefined, value: unknown): string {
  return value === undefined ? 'nothing' : shorten(printable(shown(value, 0, { objects: new Set(), hiding })), value)
}

/** As `show`, for a value that stands in code: `undefined` is one too. */
export function showWritten(value: unknown): string {
  return value === undefined ? 'undefined' : show(value)
}

/** Returns a value as code on one line: all of it, or more than `LONGEST` characters of it. */
export function write(value: unknown): string {
  return printable(shown(value, 0, { objects: new Set(), hiding: undefined }))
}

/** Replaces a secret in a report. */
export const HIDDEN = '(hidden)'

/** The state while a value is shown. */
interface Showing {
  /** The objects around the value: one that contains itself is not shown again. */
  readonly objects: Set<object>
  readonly hiding: Hiding | undefined
}

function shorten(text: string, value: unknown): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…${sizeOf(value)}` : text
}

function sizeOf(value: unknown): string {
  if (typeof value === 'string') return ` (${value.length} characters)`
  return Array.isArray(value) ? ` (${value.length} elements)` : ''
}

/** Returns a thrown value on one line: `TypeError: no such property`. */
export function showThrown(thrown: unknown): string {
  return printable((tryToText(() => String(thrown)) ?? show(thrown)).split('\n')[0] as string)
}

/** Returns the whole message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return printableLines(tryToText(() => (thrown instanceof Error ? thrown.message : String(thrown))) ?? show(thrown))
}

function tryToText(toText: () => unknown): string | undefined {
  try {
    const text = toText()
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

/** Never throws, whatever the value does when it is read: a proxy may throw. */
function shown(value: unknown, depth: number, showing: Showing): string {
  return tryToText(() => shownAsItIs(value, depth, showing)) ?? `[${typeof value}]`
}

function shownAsItIs(value: unknown, depth: number, showing: Showing): string {
  if (typeof value === 'string') return shownText(value, showing)
  if (typeof value === 'bigint') return `${value}n`
  if (isMaker(value)) return value.name
  if (typeof value === 'function') return value.name ? `[function ${value.name}]` : '[function]'
  if (!isObject(value)) return String(value)
  if (isMatcher(value) || isNamedReply(value)) {
    return `${value.name}(${value.args.map((arg) => shown(arg, depth + 1, showing)).join(', ')})`
  }
  if (value instanceof SchemaExpectation) return `${value.message} (${value.vendor} schema)`
  if (showing.objects.has(value) || depth > 4) return '…'
  showing.objects.add(value)
  return shownObject(value, depth, showing)
}

function shownText(value: string, { hiding }: Showing): string {
  const text = hiding?.hideText(value)
  return text === HIDDEN ? HIDDEN : quote((text ?? value).slice(0, LONGEST))
}

function shownObject(value: object, depth: number, showing: Showing): string {
  const tag = tagOf(value)
  try {
    if (tag === 'RegExp' || tag === 'Date') return String(value)
    if ('~standard' in value) return `a ${(value as { '~standard': { vendor: string } })['~standard'].vendor} schema`
    if ('asymmetricMatch' in value) return shownAsymmetric(value, depth, showing)
    if (ArrayBuffer.isView(value) || tag === 'ArrayBuffer')
      return `[${tag} of ${(value as ArrayBuffer).byteLength} bytes]`
    if (tag === 'File' || tag === 'Blob')
      return `[${tag} ${'name' in value ? `${quote(String(value.name))} ` : ''}of ${(value as Blob).size} bytes]`
    if (tag !== 'Object' && !Array.isArray(value) && Object.keys(value).length === 0) return `[${tag}]`
    const shownItem = (key: string, item: unknown) =>
      showing.hiding?.isHidden(value, key, item) ? HIDDEN : shown(item, depth + 1, showing)
    if (Array.isArray(value)) return `[${joined(value, (item, index) => shownItem(String(index), item))}]`
    const entries = joined(Object.entries(value), ([key, item]) => `${propertyName(key)}: ${shownItem(key, item)}`)
    return entries ? `{ ${entries} }` : '{}'
  } catch {
    return `[${tag}]`
  } finally {
    showing.objects.delete(value)
  }
}

/** Joins items, and stops when the text is longer than a report shows: a body may have a million elements. */
function joined<Item>(items: readonly Item[], toText: (item: Item, index: number) => string): string {
  let text = ''
  for (const [index, item] of items.entries()) {
    if (text.length > LONGEST) break
    text += (text && ', ') + toText(item, index)
  }
  return text
}

/** Asymmetric matchers of Jest and Vitest have names of their own: `Any<Number>`, `StringMatching` with its argument. */
function shownAsymmetric(value: object, depth: number, showing: Showing): string {
  const named = value as { toAsymmetricMatcher?: () => string; sample?: unknown }
  return (
    named.toAsymmetricMatcher?.() ?? `${value}(${'sample' in named ? shown(named.sample, depth + 1, showing) : ''})`
  )
}

/** Returns a key as an object literal writes it. The key `__proto__` would set the prototype, so it is computed. */
export function propertyName(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return isIdentifier(key) ? key : quote(key)
}

/** Not a literal: in one, V8 reads the classes of Unicode with each import. */
const IDENTIFIER = String.raw`^[\p{ID_Start}$_][\p{ID_Continue}$]*$`

/** Whether a text is a valid identifier in JavaScript, and a valid name of a param. */
export function isIdentifier(text: string): boolean {
  return /^[a-z$_][\w$]*$/i.test(text) || new RegExp(IDENTIFIER, 'u').test(text)
}

/** Returns a string literal in single quotes. */
export function quote(text: string): string {
  return `'${printable(JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'"))}'`
}

/** The message of a schema for one place. */
export class SchemaExpectation {
  constructor(schema: StandardSchema, message: string) {
    this.vendor = String(schema['~standard'].vendor)
    this.message = String(message)
  }
  readonly vendor: string
  readonly message: string
}

/**
 * Characters that a terminal obeys instead of showing them, or that change the direction or the line of what follows:
 * control characters (C0, DEL, C1), line and paragraph separators, bidi controls, and the byte order mark. What may stay is listed:
 * V8 would look for the class of control characters in all of Unicode, with each import.
 */
const UNPRINTABLE = /[^ -~\xa0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ufefe\uff00-\uffff]/g

/** Returns a text with its unprintable characters escaped as in JavaScript. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeCharacter)
}

/** Returns a text of several lines with its unprintable characters escaped, except line breaks and tabs. */
function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => ('\n\t'.includes(character) ? character : escapeCharacter(character)))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The place of a key or an index within another place: `users[0]`. */
export function joinKey(at: string, key: PropertyKey): string {
  return typeof key === 'number' ? `${at}[${key}]` : join(at, String(key))
}

/** The place of a key within another place: `user.role`. */
export function join(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`
}
