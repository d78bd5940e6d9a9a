/** Returns the JSON in whose place a value stands: the value's own text if it may stay. */
export type ReplaceValue = (name: string, json: string, isInSecret: boolean) => string

/** An object or a list that is being read. */
interface Container {
  /** The name of its values: of an object the name of its last key, of a list the list's own name. */
  name: string
  readonly isObject: boolean
  /** Whether all its values are secrets. */
  readonly isInSecret: boolean
  isKeyNext: boolean
}

/**
 * Replaces the strings and numbers of a valid JSON text, and leaves the rest as it was written: its spaces, and numbers that
 * JavaScript would round. `isSecretPlace` says which objects have only secrets.
 */
export function replaceInJson(text: string, isSecretPlace: (name: string) => boolean, replace: ReplaceValue): string {
  const containers: Container[] = [{ name: '', isObject: false, isInSecret: false, isKeyNext: false }]
  const pieces: string[] = []
  let written = 0
  for (let start = 0; start < text.length; ) {
    const place = containers.at(-1) as Container
    const { name, isInSecret } = place
    const end = endOfToken(text, start)
    const token = text.slice(start, end)
    if (token === '{' || token === '[') {
      const isObject = token === '{'
      const isSecret = isInSecret || (isObject && isSecretPlace(name))
      containers.push({ name: isObject ? '' : name, isObject, isInSecret: isSecret, isKeyNext: isObject })
    } else if (token === '}' || token === ']') containers.pop()
    else if (token === ',') place.isKeyNext = place.isObject
    else if (token.startsWith('"') && place.isKeyNext) {
      place.name = JSON.parse(token)
      place.isKeyNext = false
    } else if (/^["\d-]/.test(token)) {
      const replaced = replace(name, token, isInSecret || isSecretPlace(name))
      if (replaced !== token) {
        pieces.push(text.slice(written, start), replaced)
        written = end
      }
    }
    start = end
  }
  return pieces.join('') + text.slice(written)
}

/** Numbers, `true`, `false` and `null` end before any of these characters. */
const DELIMITER = /[\s,\]}]/g

function endOfToken(text: string, start: number): number {
  const first = text[start] as string
  if (first === '"') return endOfString(text, start)
  if (!/[-\da-z]/.test(first)) return start + 1
  DELIMITER.lastIndex = start
  return DELIMITER.exec(text)?.index ?? text.length
}

/** Searches for the quote at the end: a regular expression overflows its stack for a string of several megabytes. */
function endOfString(text: string, start: number): number {
  for (let end = start + 1; ; end++) {
    end = text.indexOf('"', end)
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end + 1
  }
}
