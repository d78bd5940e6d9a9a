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

/** Whether a value is a Standard Schema; arktype's are functions. */
export function isSchema(value: unknown): value is StandardSchema {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && '~standard' in value
}

/** Whether a value is an asymmetric matcher of a test runner. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return (
    typeof value === 'object' &&
    value !== null &&
    'asymmetricMatch' in value &&
    typeof value.asymmetricMatch === 'function'
  )
}

/**
 * Gives an answer that is there. A promise is true for JavaScript: taken for an answer it would match everything.
 * @throws {TypeError} for a promise. Nobody waits for it: what it rejects with is not to end the process.
 */
export function synchronous<Answer>(answer: Answer, what: string): Exclude<Answer, PromiseLike<unknown>> {
  if (typeof answer !== 'object' || answer === null || !('then' in answer) || typeof answer.then !== 'function') {
    return answer as never
  }
  answer.then(undefined, () => {})
  throw new TypeError(`An async ${what} cannot match: stubs are chosen synchronously`)
}

/** Whether what may be there at once is still to come. */
export function isPromise(value: object | undefined): value is Promise<unknown> {
  return value !== undefined && 'then' in value
}

/** By its tag, since a test's RegExp may come from another realm, as in Jest. */
export function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]'
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
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    const proof = PROOFS.get(tag)
    return proof !== undefined && typeof (value as Record<string, unknown>)[proof] === 'function' ? tag : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is a `Response`, also one of another realm. */
export function isResponse(value: unknown): value is Response {
  return bodyClassOf(value) === 'Response'
}

/** Whether a value is a `Request`, also one of another realm. */
export function isRequest(value: unknown): value is Request {
  return bodyClassOf(value) === 'Request'
}

/** Whether a value is a stream of Node's that can be read; a trap is none. */
export function isReadable(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && 'pipe' in value && Symbol.asyncIterator in value
  } catch {
    return false
  }
}

/** A plain object of any realm: one without a prototype, or whose prototype is the end of the chain. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
