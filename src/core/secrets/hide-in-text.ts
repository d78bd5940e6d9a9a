import { parsedJson } from '../json.ts'
import { decode } from '../request.ts'
import { HIDDEN } from '../show.ts'
import { decodedJson, replaceInJson } from './hide-in-json.ts'
import { isSecretName, isSecretQuery } from './secret-names.ts'

/** A JSON Web Token is a secret under any name, signed (three parts) or encrypted (five), wherever it stands. */
const JWT = /(?<![A-Za-z\d])eyJ[\w-]+(?:\.[\w-]*){2,4}/g

/** What stands behind the name of a scheme is one too, unless it is a word: `Basic equipment`. */
const CREDENTIALS = /(?<![a-z\d])(bearer|basic)( +)(?=[a-z./-]*[\d_=+~])[\w.~+/-]{12,}=*/gi

/** The URLs in a text, each up to a quote, a space or an angle bracket. No scheme is longer than that. */
const URLS = /(\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+)/gi

/** Whether a value is a secret by its name. An empty value is none. */
export function isSecret(name: string, value: string, isSecretHere = isSecretName): boolean {
  return value !== '' && isSecretHere(name)
}

/** How many texts stand within one another at most, as a URL in JSON in a query does. Deeper ones stay as they are. */
const DEEPEST_TEXT = 8

/** Hides the secrets in a URL: in its query and hash, and tokens in its path. Removes its user and password. */
export function hideInUrl(url: string): string {
  return hideInReference(url, 0).replace(`//${HIDDEN}@`, '//')
}

/** As `hideInUrl`, with `'(hidden)'` in place of the user and the password: a text that contains it matches any. */
function hideInReference(url: string, depth: number): string {
  const [sent, hash] = splitAt(url, url.indexOf('#'))
  const [place, query] = splitAt(sent, sent.indexOf('?'))
  const hidden = hideTokens(place.replace(/\b([a-z][a-z\d+.-]{0,20}:\/\/)[^/@]*@/gi, `$1${HIDDEN}@`))
  return (
    hidden + [query, hash].map((part) => part.slice(0, 1) + hidePairs(part.slice(1), depth, isSecretQuery)).join('')
  )
}

export function splitAt(text: string, index: number): [before: string, after: string] {
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index)]
}

/** Hides the secrets in `a=1&b=2`, and leaves the rest as it was written. */
export function hidePairs(text: string, depth: number, isSecretHere = isSecretName): string {
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
  const decoded = decodedText(text)
  const hidden = hideInText(decoded, depth + 1)
  return hidden === decoded ? text : encodeURIComponent(hidden)
}

function decodedText(encoded: string): string {
  return decode(encoded.replaceAll('+', ' '))
}

/** Hides the secrets in the value of a header: in its cookies, texts and URLs, absolute or relative. */
export function hideInHeader(header: string, value: string): string {
  const name = header.toLowerCase()
  if (name === 'cookie') return value.split(';').map(hideCookie).join(';')
  if (name === 'set-cookie') return value.replace(/[^;]*/, hideCookie)
  return isSecret(name, value) ? HIDDEN : hideInReferences(hideInText(value))
}

/** A cookie may have no name. */
function hideCookie(pair: string): string {
  return pair.slice(0, pair.indexOf('=') + 1) + HIDDEN
}

function hideInReferences(text: string): string {
  return text.replace(/[^\s"'<>]+/g, hideInUrl)
}

/** Hides the secrets in a value: JSON, a GraphQL document, a form, or a text with URLs and tokens, encoded or not. */
export function hideInText(text: string, depth = 0): string {
  if (depth > DEEPEST_TEXT || !/[=:[%]|eyJ|(?:bearer|basic) /i.test(text)) return text
  if (isJson(text) || isGraphqlDocument(text)) return hideInJson(text, depth)
  if (isForm(text)) return hidePairs(text, depth)
  if (/^[^\s"'<>]*[?#][^\s"'<>]*$/.test(text)) return hideTokens(hideInReference(text, depth))
  const pieces = text.split(URLS)
  return hideTokens(pieces.map((piece, index) => (index % 2 ? hideInReference : hideInEscapes)(piece, depth)).join(''))
}

/** Hides the secrets in the texts that are still encoded: a URL in a query of a URL in a query is encoded twice. */
function hideInEscapes(text: string, depth: number): string {
  return text.replace(/[\w%.~*+!-]+/g, (run) => (run.includes('%') ? hideInEncoded(run, depth) : run))
}

/** Hides the tokens that are secrets by their form. */
export function hideTokens(text: string): string {
  return text.replace(CREDENTIALS, `$1$2${HIDDEN}`).replace(JWT, HIDDEN)
}

/** Whether a text is a form, whatever its content type says: fetch sends any string as text. */
export function isForm(text: string): boolean {
  return /^\??[\w.%[\]+*:$-]+=/.test(text) && !/\s/.test(text.trimEnd())
}

/** Whether a text is JSON, or begins like it: whatever its content type says, and though it may have broken off. */
export function isJson(text: string): boolean {
  return text.startsWith('"') ? parsedJson(text) !== undefined : /^[\ufeff\s]*[[{]/.test(text)
}

/** Whether a text is a GraphQL document that does not begin with a brace, as JSON does. */
export function isGraphqlDocument(text: string): boolean {
  return /^[\ufeff\s,]*(?:#[^\n\r]*[\n\r][\s,]*)*(?:query|mutation|subscription|fragment)\b[^"{]*[{(]/.test(text)
}

/** Hides the secrets in a JSON text or a GraphQL document, and leaves the rest as it was written. */
export function hideInJson(text: string, depth: number, layout = text): string {
  const hide = (json: string, secret: string | undefined) => {
    if (!json.startsWith('"')) return isHiddenNumber(secret) ? QUOTED : json
    const decoded = decodedJson(json)
    if (decoded !== '' && secret !== undefined) return QUOTED
    const inner = hideInText(decoded, depth + 1)
    return inner === decoded ? json : JSON.stringify(inner)
  }
  return replaceInJson(text, hide, layout)
}

/** Numbers of tokens are counts. */
export function isHiddenNumber(secret: string | undefined): boolean {
  return secret !== undefined && !/tokens$/i.test(secret)
}

const QUOTED = JSON.stringify(HIDDEN)
