import { hideInBody } from '../core/secrets/hide-in-body.ts'
import { hideInHeader, hideInText, hideInUrl, isSecret } from '../core/secrets/hide-in-text.ts'
import { isSecretName, isSecretQuery } from '../core/secrets/secret-names.ts'
import { HIDDEN } from '../core/show.ts'
import { textDecoderOf } from '../request/decode.ts'
import { bytesOf } from './base64.ts'
import type { HarContent, HarEntry, HarNamed, HarPostData } from './har-format.ts'

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
  return { ...header, value: hideInHeader(header.name, header.value) }
}

function hidePostData(postData: HarPostData): HarPostData {
  if (postData.params) return { ...postData, params: postData.params.map((param) => hideNamed(param, isSecretName)) }
  const { text, _encoding, ...others } = postData
  const hidden = hiddenBody(text, _encoding, postData.mimeType)
  return hidden === undefined ? postData : { ...others, text: hidden }
}

function hideContent(content: HarContent): HarContent {
  const { text, encoding, ...others } = content
  const hidden = hiddenBody(text, encoding, content.mimeType)
  if (hidden === undefined) return content
  return { ...others, size: new TextEncoder().encode(hidden).byteLength, text: hidden }
}

/** Returns a body without its secrets, in UTF-8; `undefined` if it has none. An entry of `redact` may have no text. */
function hiddenBody(text: string | undefined, encoding: 'base64' | undefined, type: string): string | undefined {
  if (text === undefined || (encoding && /^(?:image|audio|video|font)\//i.test(type))) return undefined
  const decoded = encoding ? textDecoderOf(type).decode(bytesOf(text)) : text
  const hidden = hideInBody(decoded, type)
  return hidden === decoded ? undefined : hidden
}
