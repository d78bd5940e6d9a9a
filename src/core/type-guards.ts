/**
 * What a value is, told without `instanceof`: in Jest a test's values come from another realm than Node's own.
 */

/** A Standard Schema, as zod, valibot and arktype make them (https://standardschema.dev). */
export interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string
    validate(value: unknown): { issues?: readonly SchemaIssue[] | undefined } | PromiseLike<unknown>
  }
}

export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What Jest's and Vitest's `expect.objectContaining(…)` and the like are. */
export interface AsymmetricMatcher {
  asymmetricMatch(received: unknown): boolean
}

/** Whether a value has properties, and is no function. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What a value says it is, `RegExp` say, in whichever realm it was made. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Whether a value is a Standard Schema; arktype's are functions. */
export function isSchema(value: unknown): value is StandardSchema {
  return (isObject(value) || typeof value === 'function') && '~standard' in value
}

/** Whether a value is an asymmetric matcher of a test runner. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function'
}

/** Whether a value is to be waited for; data may have a `then` that is none. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && 'then' in value && typeof value.then === 'function'
}

/**
 * Gives an answer that is there. A promise is true for JavaScript: taken for an answer it would match everything.
 * @throws {TypeError} for a promise. Nobody waits for it: what it rejects with is not to end the process.
 */
export function synchronous<Answer>(answer: Answer, what: string): Exclude<Answer, PromiseLike<unknown>> {
  if (!isThenable(answer)) return answer as never
  answer.then(undefined, () => {})
  throw new TypeError(`An async ${what} cannot match: stubs are chosen synchronously`)
}

/** Whether what may be there at once is still to come. */
export function isPromise(value: object | undefined): value is Promise<unknown> {
  return value !== undefined && 'then' in value
}

/** Whether a value is a RegExp. */
export function isRegExp(value: unknown): value is RegExp {
  return tagOf(value) === 'RegExp'
}

/** What tells an object of a class from one that only bears its tag, as every object may. */
const PROOFS = new Map([
  ['ArrayBuffer', 'slice'],
  ['Blob', 'slice'],
  ['File', 'slice'],
  ['FormData', 'append'],
  ['ReadableStream', 'getReader'],
  ['Request', 'clone'],
  ['Response', 'clone'],
  ['SharedArrayBuffer', 'slice'],
  ['URLSearchParams', 'append'],
])

/** The class that a value is of, of those whose objects are bodies; `undefined` for any other, and for a trap. */
export function bodyClassOf(value: unknown): string | undefined {
  try {
    const tag = tagOf(value)
    const proof = PROOFS.get(tag)
    return proof !== undefined && typeof (value as Record<string, unknown>)[proof] === 'function' ? tag : undefined
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

/** Whether a value is a stream of Node's that can be read. */
export function isReadable(value: unknown): boolean {
  return isObject(value) && 'pipe' in value && Symbol.asyncIterator in value
}

/** Whether a value is a `URL`. */
export function isUrl(value: unknown): value is URL {
  return tagOf(value) === 'URL'
}

/** Whether a value is a plain object: one without a prototype, or whose prototype is the end of the chain. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
