import { isSecretName } from '../core/secrets.ts'
import { replaceInJson } from './hide-in-json.ts'

/** Replaces a secret. A request with any value at this place matches. */
export const HIDDEN = '(hidden)'

/** A JSON Web Token is a secret under any name. */
const JWT = /^(?:Bearer )?eyJ[\w-]+\.[\w-]+\.[\w-]*$/

/** The URLs in a text, each up to a quote, a space or an angle bracket. No scheme is longer than that. */
const URLS = /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+/gi

/** Whether a value is a secret, by its name or by its form. An empty value is none. */
export function isSecret(name: string, value: string): boolean {
  return value !== '' && (isSecretName(name) || JWT.test(value))
}

/** Hides the secrets in the query and the hash of a URL, and removes its user and password. */
export function hideInUrl(url: string): string {
  return hideInReference(url).replace(`//${HIDDEN}@`, '//')
}

/** As `hideInUrl`, with `'(hidden)'` in place of the user and the password: a text that contains it matches any. */
function hideInReference(url: string): string {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const place = before.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, `$1${HIDDEN}@`)
  return place + query.slice(0, 1) + hidePairs(query.slice(1)) + hash.slice(0, 1) + hidePairs(hash.slice(1))
}

/** Hides the secrets in `a=1&b=2`, and leaves the rest as it was written. */
function hidePairs(text: string): string {
  return text.replace(/([^&=?]+)=([^&]*)/g, (pair, name: string, value: string) => {
    const [plainName, plainValue] = [decoded(name), decoded(value)]
    if (isSecret(plainName, plainValue)) return `${name}=${HIDDEN}`
    const hidden = hideInText(plainValue)
    return hidden === plainValue ? pair : `${name}=${encodeURIComponent(hidden).replace(/%28hidden%29/g, HIDDEN)}`
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A form that was sent without its content type: fetch sends any string as text. */
const PAIRS = /^[\w.%[\]-]+=[^\s&=]*(?:&[\w.%[\]-]+=[^\s&=]*)*$/

/** Hides the secrets in a body: a form, JSON, lines of JSON, or events whose data is JSON. Other texts stay as they are. */
export function hideInBody(text: string, type: string): string {
  if (/urlencoded/i.test(type) || PAIRS.test(text)) return hidePairs(text)
  if (/ndjson|jsonl|json-seq/i.test(type)) return text.split('\n').map(hideInJson).join('\n')
  if (/event-stream/i.test(type)) {
    return text.replace(/^(data: ?)(.*)$/gm, (_line, field: string, data: string) => field + hideInJson(data))
  }
  return hideInJson(text)
}

/** Hides the secrets in a value: a JSON text, or a text with URLs. */
export function hideInText(text: string): string {
  const hidden = hideInJson(text)
  return hidden === text ? text.replace(URLS, hideInReference) : hidden
}

/** Hides the secrets in a JSON text, whatever its content type is, and leaves the rest as it was written. */
function hideInJson(text: string): string {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text
  if (!/^\s*[[{"]/.test(json) || !isJson(json)) return text
  const hidden = replaceInJson(json, isSecretPlace, (name, value, isInSecret) => {
    if (!value.startsWith('"')) return isInSecret || isSecretName(name) ? QUOTED : value
    const plain: string = JSON.parse(value)
    if (plain !== '' && (isInSecret || isSecret(name, plain))) return QUOTED
    const inner = hideInText(plain)
    return inner === plain ? value : JSON.stringify(inner)
  })
  return text.slice(0, text.length - json.length) + hidden
}

const QUOTED = JSON.stringify(HIDDEN)

/** Whether every value of an object of this name is a secret, whatever its own name is. */
function isSecretPlace(name: string): boolean {
  return /cookie|credential|secret/i.test(name)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
