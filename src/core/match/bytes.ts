import { join } from '../show.ts'
import { bodyClassOf } from '../type-guards.ts'
import type { Difference } from './condition.ts'

/** Returns a copy of the bytes of an `ArrayBuffer` or a view; `undefined` for any other value. */
export function copyBytes(value: unknown): Uint8Array | undefined {
  const bytes = bytesOf(value)
  return bytes && new Uint8Array(bytes)
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  const isBuffer = ['ArrayBuffer', 'SharedArrayBuffer'].includes(bodyClassOf(value) ?? '')
  return isBuffer ? new Uint8Array(value as ArrayBuffer) : undefined
}

/** Compares bytes, and adds their lengths, if these differ, and the first byte that differs. */
export function compareBytes(
  expected: Uint8Array,
  received: unknown,
  at: string,
  add: (difference: Difference) => void,
): boolean {
  const bytes = bytesOf(received)
  if (!bytes) {
    add({ at, expected, received })
    return false
  }
  const index = expected.findIndex((byte, place) => place < bytes.length && byte !== bytes[place])
  if (expected.length !== bytes.length) {
    add({ at: join(at, 'length'), expected: expected.length, received: bytes.length })
  }
  if (index >= 0) add({ at: `${at}[${index}]`, expected: expected[index], received: bytes[index] })
  return index < 0 && expected.length === bytes.length
}
