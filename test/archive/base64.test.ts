import { expect, test, vi } from 'vitest'
import { bytesOf, toBase64 } from '../../src/archive/base64.ts'

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)

test.each([
  ['with Buffer', () => {}],
  ['without Buffer, as in a page', () => vi.stubGlobal('Buffer', undefined)],
])('base64 is written and read %s', (_where, prepare) => {
  prepare()
  try {
    const text = toBase64(BYTES)
    expect([text.slice(0, 8), text.length]).toEqual(['AAECAwQF', 344])
    expect([...bytesOf(text)]).toEqual([...BYTES])
  } finally {
    vi.unstubAllGlobals()
  }
})
