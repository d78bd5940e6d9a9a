import { parsedJson } from '../core/json.ts'
import { isSecretName } from '../core/secrets.ts'

/**
 * Returns the JSON in whose place a string or a number stands: its own if it may stay. `secret` is the name that makes it a
 * secret: its own, or that of an object or a list around it.
 */
type ReplaceValue = (json: string, secret: string | undefined) => string

/**
 * Replaces the strings and numbers of a JSON text, and leaves the rest as it was written: its spaces, and numbers that
 * JavaScript would round. The text need not be whole, and may have several values: an answer may break off, and a stream
 * has one value after another. `layout` is the text, with spaces in place of all that is not JSON.
 */
export function replaceInJson(text: string, replace: ReplaceValue, layout = text): string {
  const pieces: string[] = []
  let written = 0
  /** The name that makes the next value a secret, and the names that make all values of each object or list secrets. */
  let secret: string | undefined
  const outer: (string | undefined)[] = []
  for (let start = 0; start < text.length; ) {
    const first = layout[start] as string
    const end = endOfToken(layout, start)
    if (first === '{' || first === '[') {
      outer.push(secret)
    } else if (first === '}' || first === ']') {
      outer.pop()
      secret = outer.at(-1)
    } else if (first === '"' && isKey(layout, end)) {
      const name = decodedJson(text.slice(start, end))
      secret = outer.at(-1) ?? (isSecretName(name) ? name : undefined)
    } else if (/["\d-]/.test(first)) {
      const token = text.slice(start, end)
      const replaced = replace(token, secret)
      if (replaced !== token) {
        pieces.push(text.slice(written, start), replaced)
        written = end
      }
    }
    start = end
  }
  return pieces.join('') + text.slice(written)
}

/** Returns the text of a JSON string, also if it broke off. */
export function decodedJson(json: string): string {
  return (parsedJson(json) as string | undefined) ?? json.slice(1)
}

function isKey(layout: string, end: number): boolean {
  const colon = /\s*:/y
  colon.lastIndex = end
  return colon.test(layout)
}

function endOfToken(layout: string, start: number): number {
  const first = layout[start] as string
  if (first === '"') return endOfString(layout, start + 1)
  return /[-\da-z]/i.test(first) ? next(/[^-+.\w]/g, layout, start) : start + 1
}

/** A string ends at its line's end at the latest. A quote that is not JSON's then hides no secret in the next line. */
function endOfString(layout: string, from: number): number {
  let end = next(/["\\\r\n]/g, layout, from)
  while (layout[end] === '\\') end = next(/["\\\r\n]/g, layout, end + 2)
  return layout[end] === '"' ? end + 1 : end
}

/** Searches, and does not match the whole string: a regular expression overflows its stack for several megabytes. */
function next(wanted: RegExp, layout: string, from: number): number {
  wanted.lastIndex = from
  return wanted.exec(layout)?.index ?? layout.length
}
