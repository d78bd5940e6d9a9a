import { isUrlencoded } from '../core/http-rules.ts'
import { parsedJson } from '../core/json.ts'
import { decode } from '../core/request.ts'
import { isSecretName, isSecretQuery } from '../core/secrets.ts'
import { HIDDEN } from '../core/show.ts'
import { decodedJson, replaceInJson } from './hide-in-json.ts'

/** A JSON Web Token is a secret under any name. */
const JWT = /^(?:Bearer )?eyJ[\w-]+\.[\w-]+\.[\w-]*$/

/** The URLs in a text, each up to a quote, a space or an angle bracket. No scheme is longer than that. */
const URLS = /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+/gi

/** Whether a value is a secret, by its name or by its form. An empty value is none. */
export function isSecret(name: string, value: string, isSecretHere = isSecretName): boolean {
  return value !== '' && (isSecretHere(name) || JWT.test(value))
}

/** How many texts stand within one another at most, as a URL in JSON in a query does. Deeper ones stay as they are. */
const DEEPEST = 8

/** Hides the secrets in the query and the hash of a URL, and removes its user and password. */
export function hideInUrl(url: string): string {
  return hideInReference(url, 0).replace(`//${HIDDEN}@`, '//')
}

/** As `hideInUrl`, with `'(hidden)'` in place of the user and the password: a text that contains it matches any. */
function hideInReference(url: string, depth: number): string {
  const [sent, hash] = splitAt(url, url.indexOf('#'))
  const [place, query] = splitAt(sent, sent.indexOf('?'))
  const hidden = place.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, `$1${HIDDEN}@`)
  return (
    hidden + [query, hash].map((part) => part.slice(0, 1) + hidePairs(part.slice(1), depth, isSecretQuery)).join('')
  )
}

function splitAt(text: string, index: number): [before: string, after: string] {
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index)]
}

/** Hides the secrets in `a=1&b=2`, and leaves the rest as it was written. */
function hidePairs(text: string, depth: number, isSecretHere = isSecretName): string {
  return text
    .split('&')
    .map((pair) => {
      const [name, value] = splitAt(pair, pair.indexOf('='))
      // The hash of a URL may have a path and a query: `#/login?token=abc`.
      const decodedName = decodedText(name.slice(name.lastIndexOf('?') + 1))
      if (isSecret(decodedName, decodedText(value.slice(1)), isSecretHere)) return `${name}=${HIDDEN}`
      return hideInEncoded(name, depth) + value.slice(0, 1) + hideInEncoded(value.slice(1), depth)
    })
    .join('&')
}

function hideInEncoded(text: string, depth: number): string {
  const plain = decodedText(text)
  const hidden = hideInText(plain, depth + 1)
  return hidden === plain ? text : encodeURIComponent(hidden)
}

function decodedText(encoded: string): string {
  return decode(encoded.replaceAll('+', ' '))
}

/** Hides the secrets in a body: a form, JSON, or several JSON values between other lines. Other texts stay as they are. */
export function hideInBody(text: string, type: string): string {
  if (isForm(text)) return hidePairs(text, 0)
  if (/event-stream/i.test(type)) return hideInEvents(text)
  if (/^multipart\//i.test(type)) return hideInParts(text)
  if (/json/i.test(type) || isJson(text)) return hideInJson(text, 0)
  if (/^application\/http\b/i.test(type)) return hideInMessage(text)
  return isUrlencoded(type) ? hidePairs(text, 0) : text
}

/** Hides the secrets in the value of a header: in its cookies, texts and URLs, absolute or relative. */
export function hideInHeader(header: string, value: string): string {
  const name = header.toLowerCase()
  if (name === 'cookie') return value.split(';').map(hideCookie).join(';')
  if (name === 'set-cookie') return value.replace(/^[^;]*/, hideCookie)
  return isSecret(name, value) ? HIDDEN : hideInReferences(hideInText(value))
}

/** A cookie may have no name. */
function hideCookie(pair: string): string {
  return pair.slice(0, pair.indexOf('=') + 1) + HIDDEN
}

function hideInReferences(text: string): string {
  return text.replace(/[^\s"'<>]+/g, (word) => (/[?#]|:\/\//.test(word) ? hideInUrl(word) : word))
}

/** Hides the secrets in the parts of a multipart body: forms, JSON, and whole requests, as in a batch. */
function hideInParts(text: string): string {
  const [boundary] = /^--[^\r\n]*[^\s-][^\r\n]*/m.exec(text) ?? []
  if (boundary === undefined) return hideInJson(text, 0)
  return text
    .split(boundary.trimEnd())
    .map((part) => (part.replace(/^[ \t]*\r?\n/, '').length === part.length ? part : hideInPart(part)))
    .join(boundary.trimEnd())
}

function hideInPart(part: string): string {
  const [start = '', end = ''] = [/^[ \t]*\r?\n/, /\r?\n$/].map((edge) => edge.exec(part)?.[0] ?? '')
  return start + hideInMessage(part.slice(start.length, part.length - end.length || undefined)) + end
}

/** Hides the secrets in a message: a part of a body, or a request or an answer within one. */
function hideInMessage(text: string): string {
  // Searched, not matched as a whole: a regular expression overflows its stack for several megabytes.
  const blank = /(?:^|\n)\r?\n/.exec(text)
  const [head, body] = splitAt(text, blank ? blank.index + blank[0].length : isJson(text) ? 0 : text.length)
  const headers = [...head.matchAll(/^([\w-]+):[ \t]*([^\r\n]*)/gm)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value,
  ])
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = Object.fromEntries(headers)
  const [, field = ''] = /\bname="?([^";]*)/i.exec(disposition) ?? []
  const hiddenHead = head.replace(/^([\w-]+:[ \t]*)?([^\r\n]+)/gm, (_line, name = '', value: string) =>
    name === '' ? hideInReferences(value) : name + hideInHeader(name.replace(/:.*/, ''), value),
  )
  return hiddenHead + (isSecret(field, body) ? HIDDEN : hideInBody(body, type))
}

/** The JSON of an event may have several lines, each in a field of its own. */
function hideInEvents(text: string): string {
  const layout = text.replace(NO_DATA, (part) => ' '.repeat(part.length))
  return hideInJson(text, 0, layout).replace(DATA, (_line, field: string, value: string) => field + hideInText(value))
}

/** The lines of events that are not data, and the names of the fields that are. */
const NO_DATA = /(?<=^|[\r\n])(?:\ufeff?data:|(?!\ufeff?data:)[^\r\n]+)/g
const DATA = /(?<=^|[\r\n])(\ufeff?data: ?)([^\r\n]+)/g

/** Hides the secrets in a value: JSON, a form, or a text with URLs. */
export function hideInText(text: string, depth = 0): string {
  if (depth > DEEPEST || !/[=:[]/.test(text)) return text
  if (isJson(text)) return hideInJson(text, depth)
  if (isForm(text)) return hidePairs(text, depth)
  const hidden = /[\s"'<>]/.test(text) ? text : hideInReference(text, depth)
  return hidden.replace(URLS, (url) => hideInReference(url, depth))
}

/** Whether a text is a form, whatever its content type says: fetch sends any string as text. */
function isForm(text: string): boolean {
  return /^\??[\w.%[\]+*:$-]+=/.test(text) && !/\s/.test(text.trimEnd())
}

/** Whether a text is JSON, or begins like it: whatever its content type says, and though it may have broken off. */
export function isJson(text: string): boolean {
  return text.startsWith('"') ? parsedJson(text) !== undefined : /^[\ufeff\s]*[[{]/.test(text)
}

/** Hides the secrets in a JSON text, and leaves the rest as it was written. */
function hideInJson(text: string, depth: number, layout = text): string {
  const hide = (json: string, secret: string | undefined) => {
    // Numbers of tokens are counts.
    if (!json.startsWith('"')) return secret === undefined || /tokens$/i.test(secret) ? json : QUOTED
    const plain = decodedJson(json)
    if (plain !== '' && (secret !== undefined || JWT.test(plain))) return QUOTED
    const inner = hideInText(plain, depth + 1)
    return inner === plain ? json : JSON.stringify(inner)
  }
  return replaceInJson(text, hide, layout)
}

const QUOTED = JSON.stringify(HIDDEN)
