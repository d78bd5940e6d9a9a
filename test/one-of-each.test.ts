import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * What all clients need stands once. A second one would do the same in another way, as the fetch of `mocks.fetch` did, whose redirects
 * passed the stubs.
 */

interface Kind {
  /** Code that only one of the kind has. */
  readonly sign: RegExp
  /** Its file; two where a page has another one than Node. */
  readonly files: readonly string[]
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a connection inside this process': {
    sign: /\b(?:extends|new) (?:stream\.)?Duplex\b|duplexPair[^\n]*'node:stream'/,
    files: ['transport/in-process.ts'],
  },
  'a server that never listens': { sign: /\bemit\(\s*'connection'/, files: ['transport/in-process.ts'] },
  'a server that listens': { sign: /\.listen\(0/, files: ['transport/listen-locally.ts'] },
  'a sender of a response': { sign: /\b(?:outgoing|arrived|response)\.write\(/, files: ['transport/send-response.ts'] },
  'a real fetch': { sign: /\bredirect[^\n]*\? 'manual'/, files: ['fetch/real-fetch.ts'] },
  'a content decoder': {
    sign: /\bnew DecompressionStream\b|from 'node:zlib'/,
    files: ['request/decoder.browser.ts', 'request/decoder.ts'],
  },
}

const SRC = new URL('../src/', import.meta.url)
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
const codes = files.map((file) => [file, readFileSync(new URL(file, SRC), 'utf8')] as const)

test.each(Object.entries(KINDS))('there is one of: %s', (_kind, { sign, files: expected }) => {
  const found = codes.filter(([, code]) => sign.test(code)).map(([file]) => file)
  expect(found.sort()).toEqual(expected)
})
