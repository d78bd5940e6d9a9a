import { isSecretName } from '../core/secrets.ts'
import type { HarContent, HarEntry, HarNamed, HarPostData } from './har-format.ts'

/** Replaces a secret. A request with any value at this place matches. */
export const HIDDEN = '(hidden)'

/** Headers whose value is a URL, which may have secrets in its query. */
const URL_HEADERS = ['location', 'referer', 'content-location', 'origin']

/** Names of objects in which every value is a secret, whatever its own name is. */
const ALL_SECRET = /cookie|credential|secret/i

/** A JSON Web Token is a secret under any name. */
const JWT = /^(?:Bearer )?eyJ[\w-]+\.[\w-]+\.[\w-]*$/

/** Returns an entry in which `'(hidden)'` replaces each secret, in its request and its response. */
export function hideSecrets(entry: HarEntry): HarEntry {
  const { request, response } = entry
  const { postData } = request
  return {
    ...entry,
    request: {
      ...request,
      url: hideInUrl(request.url),
      headers: request.headers.map(hideHeader),
      cookies: request.cookies.map(hideValue),
      queryString: request.queryString.map(hideNamed),
      ...(postData && { postData: hidePostData(postData) }),
    },
    response: {
      ...response,
      headers: response.headers.map(hideHeader),
      cookies: response.cookies.map(hideValue),
      content: hideContent(response.content),
      redirectURL: response.redirectURL && hideInUrl(response.redirectURL),
    },
  }
}

function hideValue<Named extends HarNamed>(named: Named): Named {
  return { ...named, value: HIDDEN }
}

function hideNamed<Named extends { readonly name: string; readonly value?: string }>(named: Named): Named {
  if (named.value === undefined) return named
  return { ...named, value: isSecret(named.name, named.value) ? HIDDEN : hideInText(named.value) }
}

function isSecret(name: string, value: string): boolean {
  return value !== '' && (isSecretName(name) || JWT.test(value))
}

function hideHeader(header: HarNamed): HarNamed {
  const name = header.name.toLowerCase()
  const { value } = header
  if (name === 'cookie') return { ...header, value: value.replace(/=[^;]*/g, `=${HIDDEN}`) }
  if (name === 'set-cookie') return { ...header, value: value.replace(/^([^=;]*=)[^;]*/, `$1${HIDDEN}`) }
  if (isSecret(name, value)) return hideValue(header)
  return URL_HEADERS.includes(name) ? { ...header, value: hideInUrl(value) } : header
}

/** Hides the secrets in the query and the hash of a URL, and its user and password. */
export function hideInUrl(url: string): string {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const place = before.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, '$1')
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

function hidePostData(postData: HarPostData): HarPostData {
  const { mimeType, text, params } = postData
  return {
    ...postData,
    ...(text !== undefined && postData._encoding === undefined && { text: hideInBody(text, mimeType) }),
    ...(params && { params: params.map(hideNamed) }),
  }
}

function hideContent(content: HarContent): HarContent {
  if (content.text === undefined || content.encoding === 'base64') return content
  const text = hideInBody(content.text, content.mimeType)
  return text === content.text ? content : { ...content, text, size: new TextEncoder().encode(text).byteLength }
}

/** A form that was sent without its content type: fetch sends any string as text. */
const PAIRS = /^[\w.%[\]-]+=[^\s&=]*(?:&[\w.%[\]-]+=[^\s&=]*)*$/

function hideInBody(text: string, type: string): string {
  if (/urlencoded/i.test(type) || PAIRS.test(text)) return hidePairs(text)
  if (/ndjson|jsonl|json-seq/i.test(type)) return text.split('\n').map(hideInText).join('\n')
  return hideInText(text)
}

/** Hides the secrets in a JSON text, whatever its content type is. A text without secrets stays as it was written. */
function hideInText(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return text
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return text
  }
  let isHidden = false
  const hide = (): string => {
    isHidden = true
    return HIDDEN
  }
  const result = hideInData('', data, false, hide)
  if (!isHidden) return text
  return JSON.stringify(result, null, /^\s*[[{]\r?\n(\s+)/.exec(text)?.[1] ?? 0)
}

function hideInData(name: string, value: unknown, isInSecret: boolean, hide: () => string): unknown {
  const all = isInSecret || ALL_SECRET.test(name)
  if (Array.isArray(value)) return value.map((item) => hideInData(name, item, isInSecret, hide))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideInData(key, inner, all, hide)]))
  }
  if (typeof value === 'number') return all || isSecretName(name) ? hide() : value
  if (typeof value !== 'string' || value === '' || value === HIDDEN) return value
  if (all || isSecret(name, value)) return hide()
  const inner = hideInText(value)
  if (inner !== value) hide()
  return inner
}
