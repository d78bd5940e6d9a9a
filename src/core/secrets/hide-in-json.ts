import { parsedJson } from '../json.ts'
import { isNaming, isSecretName, isValueOfNamed } from './secret-names.ts'

/**
 * Returns the JSON in whose place a string or a number stands: its own if it may stay. `secret` is the name that makes it a
 * secret: its own, or that of an object or a list around it.
 */
type ReplaceValue = (json: string, secret: string | undefined) => string

/** What a text has, in order. A `bare` word or group is no value of a key: a field of a GraphQL document, and its arguments. */
interface Reader {
  readonly open: (isBare: boolean, isList: boolean) => void
  readonly close: () => void
  readonly key: (name: string) => void
  readonly value: (start: number, end: number) => void
}

interface Group {
  readonly secret: string | undefined
  readonly around: string | undefined
  readonly index: number
  readonly isList: boolean
  /** How many values of a list there have been. */
  size: number
}

/**
 * Replaces the strings and numbers of a JSON text or a GraphQL document, and leaves the rest as it was written: its spaces,
 * and numbers that JavaScript would round. The text need not be whole, and may have several values: an answer may break off,
 * and a stream has one value after another. `layout` is the text, with spaces in place of all that is not JSON.
 */
export function replaceInJson(text: string, replace: ReplaceValue, layout = text): string {
  const named = namedSecrets(text, layout)
  const pieces: string[] = []
  let written = 0
  let opened = 0
  /** The name that makes the next value a secret, and for each group the one of all its values, and the one around it. */
  let secret: string | undefined
  const groups: Group[] = []
  const enter = () => {
    const group = groups.at(-1)
    if (group?.isList && group.size++ === 1) secret ??= named[group.index]
  }
  read(text, layout, {
    open(isBare, isList) {
      enter()
      const inner = isBare ? groups.at(-1)?.secret : secret
      groups.push({ secret: inner, around: secret, index: opened++, isList, size: 0 })
      secret = inner
    },
    close() {
      secret = groups.pop()?.around
    },
    key(name) {
      const group = groups.at(-1)
      secret = group?.secret ?? (isSecretName(name) ? name : undefined)
      if (secret === undefined && group && isValueOfNamed(name)) secret = named[group.index]
    },
    value(start, end) {
      enter()
      const token = text.slice(start, end)
      const replaced = replace(token, secret)
      if (replaced === token) return
      pieces.push(text.slice(written, start), replaced)
      written = end
    },
  })
  return pieces.join('') + text.slice(written)
}

/**
 * Returns the secret that each group names, in order: `{ name: 'password', value: 'abc' }`, whichever comes first, and
 * `[['password', 'abc']]`. A pair stands in a list: `['password', 'email']` alone may be a list of names.
 */
function namedSecrets(text: string, layout: string): (string | undefined)[] {
  const named: (string | undefined)[] = []
  const groups: { readonly index: number; readonly isPair: boolean; readonly isList: boolean; size: number }[] = []
  let isName = false
  read(text, layout, {
    open(_isBare, isList) {
      const around = groups.at(-1)
      if (around) around.size++
      groups.push({ index: named.push(undefined) - 1, isPair: isList && around?.isList === true, isList, size: 0 })
      isName = false
    },
    close() {
      const group = groups.pop()
      if (group?.isPair && group.size !== 2) named[group.index] = undefined
      isName = false
    },
    key(name) {
      isName = isNaming(name)
    },
    value(start, end) {
      const group = groups.at(-1)
      if (!group || !(group.isPair ? group.size++ === 0 : isName)) return
      const name = decodedJson(text.slice(start, end))
      if (isSecretName(name)) named[group.index] = name
    },
  })
  return named
}

function read(text: string, layout: string, reader: Reader): void {
  let isBare = false
  for (let start = 0; start < text.length; ) {
    const first = layout[start] as string
    if (first <= ' ') {
      start++
      continue
    }
    const end = endOfToken(layout, start)
    if (/[{[(]/.test(first)) {
      reader.open(isBare, first === '[')
    } else if (/[}\])]/.test(first)) {
      reader.close()
      // Behind arguments comes the selection set of their field.
      isBare = first === ')'
    } else if (/["a-z_]/i.test(first) && isKey(layout, end)) {
      reader.key(decodedJson(text.slice(start, end)))
    } else if (/["\d-]/.test(first)) {
      reader.value(start, end)
    } else {
      // A word, or a sign such as a comma: no group behind that belongs to an earlier word.
      isBare = /[a-z_]/i.test(first)
    }
    start = end
  }
}

/** Returns the text of a JSON string, also if it broke off, of a block string, or of a bare word. */
export function decodedJson(json: string): string {
  if (!json.startsWith('"')) return json
  if (json.startsWith('"""')) return json.replace(/^"""|"""$/g, '')
  if (!json.includes('\\')) return json.replaceAll('"', '')
  const whole = parsedJson(json) ?? parsedJson(`${json.replace(/\\u?[\da-f]{0,3}$/i, '')}"`)
  return (whole as string | undefined) ?? json.slice(1)
}

function isKey(layout: string, end: number): boolean {
  const colon = /\s*:/y
  colon.lastIndex = end
  return colon.test(layout)
}

function endOfToken(layout: string, start: number): number {
  const first = layout[start] as string
  if (layout.startsWith('"""', start)) return endOfBlock(layout, start + 3)
  if (first === '"') return endOfString(layout, start + 1)
  return /[-\w]/.test(first) ? next(/[^-+.\w]/g, layout, start) : start + 1
}

/** A string ends at its line's end at the latest. A quote that is not JSON's then hides no secret in the next line. */
function endOfString(layout: string, from: number): number {
  let end = next(/["\\\r\n]/g, layout, from)
  while (layout[end] === '\\') end = next(/["\\\r\n]/g, layout, end + 2)
  return layout[end] === '"' ? end + 1 : end
}

/** A block string has lines and quotes: only an escaped end does not end it. */
function endOfBlock(layout: string, from: number): number {
  const end = next(/(?<!\\)"""/g, layout, from)
  return Math.min(end + 3, layout.length)
}

/** Searches, and does not match the whole string: a regular expression overflows its stack for several megabytes. */
function next(wanted: RegExp, layout: string, from: number): number {
  wanted.lastIndex = from
  return wanted.exec(layout)?.index ?? layout.length
}
