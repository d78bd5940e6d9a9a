import { isSecretName, isSecretQuery } from '../core/secrets.ts'
import { HIDDEN } from '../core/show.ts'
import { textDecoderOf } from '../request/decode.ts'
import { bytesOf } from './base64.ts'
import type { HarContent, HarEntry, HarNamed, HarPostData } from './har-format.ts'
import { hideInBody, hideInText, hideInUrl, isSecret } from './hide-in-text.ts'

/** Headers whose value is a URL, which may have secrets in its query. */
const URL_HEADERS = ['location', 'referer', 'content-location', 'origin']

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
      queryString: request.queryString.map((query) => hideNamed(query, isSecretQuery)),
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

function hideNamed<Named extends { readonly name: string; readonly value?: string }>(
  named: Named,
  isSecretHere: (name: string) => boolean,
): Named {
  const { name, value } = named
  if (value === undefined) return named
  return { ...named, value: isSecret(name, value, isSecretHere) ? HIDDEN : hideInText(value) }
}

function hideHeader(header: HarNamed): HarNamed {
  const name = header.name.toLowerCase()
  const { value } = header
  if (name === 'cookie') return { ...header, value: value.split(';').map(hideCookie).join(';') }
  if (name === 'set-cookie') return { ...header, value: value.replace(/^[^;]*/, hideCookie) }
  if (isSecret(name, value)) return hideValue(header)
  return { ...header, value: URL_HEADERS.includes(name) ? hideInUrl(value) : hideInLinks(hideInText(value)) }
}

/** A cookie may have no name. */
function hideCookie(pair: string): string {
  return pair.slice(0, pair.indexOf('=') + 1) + HIDDEN
}

/** `link: </users?page=2>; rel="next"` has relative URLs too (RFC 8288, section 3). */
function hideInLinks(value: string): string {
  return value.replace(/<([^<>]*)>/g, (_link, url: string) => `<${hideInUrl(url)}>`)
}

function hidePostData(postData: HarPostData): HarPostData {
  if (postData.params) return { ...postData, params: postData.params.map((param) => hideNamed(param, isSecretName)) }
  const { text, _encoding, ...others } = postData
  // `redact` may return an entry without it.
  if (text === undefined) return postData
  const body = hideInWritten({ text, isBase64: _encoding !== undefined }, postData.mimeType)
  return { ...others, text: body.text, ...(body.isBase64 && { _encoding: 'base64' }) }
}

function hideContent(content: HarContent): HarContent {
  const { text, encoding, ...others } = content
  if (text === undefined) return content
  const hidden = hideInWritten({ text, isBase64: encoding !== undefined }, content.mimeType)
  if (hidden.text === text) return content
  return { ...others, size: new TextEncoder().encode(hidden.text).byteLength, text: hidden.text }
}

/** The text of a body as an archive has it. */
interface Written {
  readonly text: string
  readonly isBase64: boolean
}

/** Hides the secrets in a body. One that is not UTF-8 becomes UTF-8 if it has secrets. */
function hideInWritten(written: Written, type: string): Written {
  const { text, isBase64 } = written
  if (!isBase64) return { text: hideInBody(text, type), isBase64 }
  if (/^(?:image|audio|video|font)\//i.test(type)) return written
  const plain = textDecoderOf(type).decode(bytesOf(text))
  const hidden = hideInBody(plain, type)
  return hidden === plain ? written : { text: hidden, isBase64: false }
}
