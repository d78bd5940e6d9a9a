import { isMatcher } from './matcher.ts'
import { isNamedReply } from './reply.ts'
import { isObject, type StandardSchema, tagOf } from './type-guards.ts'

/** Longer texts are shortened in a report, which then says how long they are. */
export const LONGEST = 120

/** Returns a value on one line, as it would be written in JavaScript; a long one is shortened. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = write(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…${sizeOf(value)}` : text
}

/** Returns a value on one line: all of it, or more than `LONGEST` characters of it. */
export function write(value: unknown): string {
  return shown(value, 0, new Set())
}

function sizeOf(value: unknown): string {
  if (typeof value === 'string') return ` (${value.length} characters)`
  return Array.isArray(value) ? ` (${value.length} elements)` : ''
}

/** Returns a thrown value on one line: `TypeError: no such property`. */
export function showThrown(thrown: unknown): string {
  return (tryToText(() => String(thrown)) ?? show(thrown)).split('\n')[0] as string
}

/** Returns the whole message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return tryToText(() => (thrown instanceof Error ? thrown.message : String(thrown))) ?? show(thrown)
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
function shown(value: unknown, depth: number, seen: Set<object>): string {
  return tryToText(() => shownAsItIs(value, depth, seen)) ?? `[${typeof value}]`
}

function shownAsItIs(value: unknown, depth: number, seen: Set<object>): string {
  if (typeof value === 'string') return quote(value.slice(0, LONGEST))
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return value.name ? `[function ${value.name}]` : '[function]'
  if (!isObject(value)) return String(value)
  if (isMatcher(value) || isNamedReply(value)) {
    return `${value.name}(${value.args.map((arg) => shown(arg, depth + 1, seen)).join(', ')})`
  }
  if (value instanceof SchemaExpectation) return `${value.message} (${value.vendor} schema)`
  return seen.has(value) || depth > 4 ? '…' : shownObject(value, depth, seen.add(value))
}

function shownObject(value: object, depth: number, seen: Set<object>): string {
  const tag = tagOf(value)
  try {
    if (tag === 'RegExp' || tag === 'Date') return String(value)
    if ('~standard' in value) return `a ${(value as { '~standard': { vendor: string } })['~standard'].vendor} schema`
    if ('asymmetricMatch' in value) return shownAsymmetric(value, depth, seen)
    if (ArrayBuffer.isView(value) || tag === 'ArrayBuffer')
      return `[${tag} of ${(value as ArrayBuffer).byteLength} bytes]`
    if (tag === 'File' || tag === 'Blob')
      return `[${tag} ${'name' in value ? `${quote(String(value.name))} ` : ''}of ${(value as Blob).size} bytes]`
    if (tag !== 'Object' && !Array.isArray(value) && Object.keys(value).length === 0) return `[${tag}]`
    if (Array.isArray(value)) return `[${joined(value, (item) => shown(item, depth + 1, seen))}]`
    const entries = joined(
      Object.entries(value),
      ([key, item]) => `${propertyName(key)}: ${shown(item, depth + 1, seen)}`,
    )
    return entries ? `{ ${entries} }` : '{}'
  } catch {
    return `[${tag}]`
  } finally {
    seen.delete(value)
  }
}

/** Stops where a report would cut the text off: a body may have a million elements. */
function joined<Item>(items: readonly Item[], toText: (item: Item) => string): string {
  let text = ''
  for (const item of items) {
    if (text.length > LONGEST) break
    text += (text && ', ') + toText(item)
  }
  return text
}

/** Asymmetric matchers of Jest and Vitest have names of their own: `Any<Number>`, `StringMatching` with its argument. */
function shownAsymmetric(value: object, depth: number, seen: Set<object>): string {
  const named = value as { toAsymmetricMatcher?: () => string; sample?: unknown }
  return named.toAsymmetricMatcher?.() ?? `${value}(${'sample' in named ? shown(named.sample, depth + 1, seen) : ''})`
}

/** Returns a key as it is written in an object literal, where `__proto__: …` would set the prototype. */
export function propertyName(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return isIdentifier(key) ? key : quote(key)
}

/** Whether a text is a valid identifier in JavaScript, and a valid name of a param. */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)
}

/** A string literal in single quotes, its line breaks and control characters escaped. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`
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
