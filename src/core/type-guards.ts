import { typeError } from './frames.ts'

/*
 * These guards do not use `instanceof`: in Jest the values of a test come from another realm than those of Node.
 */

/** A Standard Schema, as zod, valibot and arktype make them (https://standardschema.dev). */
export interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string
    validate(value: unknown): { issues?: readonly SchemaIssue[] | undefined } | PromiseLike<unknown>
  }
}

/** The result of a Standard Schema for an invalid value. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The type of `expect.objectContaining(…)` and the like in Jest and Vitest. */
export interface AsymmetricMatcher {
  asymmetricMatch(received: unknown): boolean
}

/** Whether a value is an object, but not a function. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether a value is one of a list. */
export function isOneOf<Item>(items: readonly Item[], value: unknown): value is Item {
  return items.some((item) => item === value)
}

/** Returns the class that a value says it has, such as `RegExp`, in whichever realm it was made. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Whether a value is an iterable object, such as a list or a collection. A text is none. */
export function isIterable(value: unknown): value is Iterable<unknown> {
  return isObject(value) && Symbol.iterator in value
}

/** Whether a value is an iterable object, or an async one. */
export function isItems(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return isIterable(value) || (isObject(value) && Symbol.asyncIterator in value)
}

/** Whether a value is a Standard Schema; those of arktype are functions. */
export function isSchema(value: unknown): value is StandardSchema {
  return (isObject(value) || typeof value === 'function') && '~standard' in value
}

/** Whether a value is an asymmetric matcher of a test runner. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function'
}

/** Whether a value is a promise, of any realm, or of a user's library. Data may have a `then` that is not a function. */
export function isThenable<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/**
 * Returns a result that is not a promise. A promise is truthy, so an async matcher would match everything. `chosen` are the
 * things that it was asked for.
 * @throws {TypeError} for a promise. Its rejection is caught, since an unhandled one would end the process.
 */
export function synchronous<Answer>(
  answer: Answer,
  what: string,
  chosen = 'stubs',
): Exclude<Answer, PromiseLike<unknown>> {
  if (!isThenable(answer)) return answer as never
  answer.then(undefined, () => {})
  throw typeError(`An async ${what} cannot match: ${chosen} are chosen synchronously`)
}

/** Whether a value is a RegExp. */
export function isRegExp(value: unknown): value is RegExp {
  return tagOf(value) === 'RegExp'
}

/** A method of each body class. Any object may claim the name of a class; it is one only if it has the method too. */
const PROOFS = new Map([
  ['ArrayBuffer', 'slice'],
  ['Blob', 'slice'],
  ['File', 'slice'],
  ['FormData', 'append'],
  ['ReadableStream', 'getReader'],
  ['Request', 'arrayBuffer'],
  ['Response', 'arrayBuffer'],
  ['SharedArrayBuffer', 'slice'],
  ['URLSearchParams', 'append'],
])

/** Returns the name of an object's class. Those of happy-dom, and the `Response` of whatwg-fetch and React Native, have no tag. */
export function classOf(value: object): string | undefined {
  const tag = tagOf(value)
  return tag === 'Object' ? value.constructor?.name : tag
}

/** Returns the body class of a value, or `undefined` if it has none, or throws when it is read. */
export function bodyClassOf(value: unknown): string | undefined {
  try {
    const name = isObject(value) ? classOf(value) : undefined
    const proof = PROOFS.get(name ?? '')
    return proof !== undefined && typeof (value as Record<string, unknown>)[proof] === 'function' ? name : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is a `Response`. */
export function isResponse(value: unknown): value is Response {
  return bodyClassOf(value) === 'Response'
}

/** Whether a value is a `Request`. */
export function isRequest(value: unknown): value is Request {
  return bodyClassOf(value) === 'Request'
}

/** Whether a value is a readable stream of Node. */
export function isReadable(value: unknown): boolean {
  return isObject(value) && 'pipe' in value && Symbol.asyncIterator in value
}

/** Whether a value is an error, of any realm. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || ['Error', 'DOMException'].includes(tagOf(value))
}

/** Whether a value is a `URL`. */
export function isUrl(value: unknown): value is URL {
  return tagOf(value) === 'URL'
}

/** Whether a value is a plain object: it has no prototype, or its prototype has none, in whichever realm. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Returns a copy without the flags `g` and `y`, with which the result of `test` would depend on earlier calls through `lastIndex`. */
export function stateless({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.replace(/[gy]/g, ''))
}

/** Escapes a text for a RegExp that matches it. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Returns a property of a received value: its own, or one of its class, since a `File` has its properties on its
 * prototype. Properties that every object inherits do not count: `toString` is a key like any other.
 */
export function propertyOf(received: object, key: PropertyKey): unknown {
  return Object.hasOwn(received, key) || !(key in Object.prototype)
    ? (received as Record<PropertyKey, unknown>)[key]
    : undefined
}
