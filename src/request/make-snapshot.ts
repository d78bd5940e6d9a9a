import { PRINTED_BY_JEST } from '../core/printed-by-jest.ts'
import { type RequestLine, type RequestSnapshot, record, setOwn } from '../core/request.ts'

/** The parts of a snapshot that are data. */
export type SnapshotData = Omit<RequestSnapshot, keyof RequestLine | 'signal' | 'raw'>

/** What a snapshot makes when it is first asked for. */
interface SnapshotSource extends RequestLine {
  followSignal(): AbortSignal
  toRequest(): Request
}

/** Makes a request's snapshot. Each has a `raw` of its own, whose body is unread. */
export function makeSnapshot(source: SnapshotSource, data: SnapshotData): RequestSnapshot {
  const { method, url } = source
  let raw: Request | undefined
  const parts = { method, url, ...data }
  // Not enumerable: runners would print undici's internals.
  return Object.defineProperties(parts, {
    [PRINTED_BY_JEST]: { value: Object.keys(parts) },
    signal: { get: () => source.followSignal(), configurable: true },
    raw: {
      get() {
        raw ??= source.toRequest()
        return raw
      },
      configurable: true,
    },
  }) as RequestSnapshot
}

/** Copies a record, and the lists in it. */
export function copyRecord<Value>(data: Readonly<Record<string, Value>>): Record<string, Value> {
  const copy = record<Value>()
  for (const [name, value] of Object.entries(data)) {
    setOwn(copy, name, Array.isArray(value) ? (value.slice() as Value) : value)
  }
  return copy
}

/** A list of pairs, and happy-dom's `Headers`, have the names in the case in which they were written. */
export function lowerCased(headers: Iterable<[string, string]>): Record<string, string> {
  const result = record<string>()
  for (const [name, value] of headers) setOwn(result, name.toLowerCase(), value)
  return result
}
