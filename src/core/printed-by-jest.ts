/**
 * The properties that Jest copies for a diff. It copies others too, enumerable or not, and fails on the copy of a `Request`:
 * `Value of "this" must be of type ReadableStream`.
 */
export const PRINTED_BY_JEST: unique symbol = Symbol.for('@jest/serializableProperties') as never
