import type { HarEntry } from '../har-format.ts'
import { type EntryText, entryText } from './cassette-file.ts'
import type { Spool } from './spool.ts'

/** A placeholder for a body that is written piece by piece. */
const PLACE = '(the body of the answer)'

/** Writes an entry whose body is too large for one string. */
export function largeEntryText(entry: HarEntry, body: Spool): EntryText {
  const { response } = entry
  const { isText } = body
  const content = { ...response.content, text: PLACE, ...(!isText && { encoding: 'base64' }) }
  const [before, after] = entryText({ ...entry, response: { ...response, content } }).split(PLACE) as [string, string]
  return pieces(before, body, isText, after)
}

function* pieces(before: string, body: Spool, isText: boolean, after: string): Generator<string> {
  yield before
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const piece of body.pieces()) {
    yield isText ? escaped(decoder.decode(piece, { stream: true })) : Buffer.from(piece).toString('base64')
  }
  yield after
}

/** Returns a text as JSON writes it between the quotes. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
