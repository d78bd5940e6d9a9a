import { MynahError } from '../core/errors.ts'
import { jsonText } from '../core/json.ts'
import { copyBytes } from '../core/match/bytes.ts'
import { reasonOf } from '../core/refusal.ts'
import { showWritten } from '../core/show.ts'
import { bodyClassOf } from '../core/type-guards.ts'

/** What a message can hold: a text, bytes, a Blob, or what JSON holds, which is sent as text. */
export type Payload = string | Uint8Array | Blob

/**
 * Returns a value as it is sent.
 * @throws {MynahError} `WEBSOCKET`, for a value that no message can hold.
 */
export function toPayload(value: unknown): Payload {
  if (typeof value === 'string') return value
  const bytes = copyBytes(value)
  if (bytes) return bytes
  if (['Blob', 'File'].includes(bodyClassOf(value) ?? '')) return value as Blob
  try {
    if (value === undefined) throw new TypeError('it is undefined')
    return jsonText(value)
  } catch (error) {
    const problem = `a message must be text, bytes, a Blob or a JSON value: ${reasonOf(error)}`
    throw new MynahError('WEBSOCKET', `send(${showWritten(value)}): ${problem}`, { cause: error })
  }
}
