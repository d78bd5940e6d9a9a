import { isUrlencoded } from '../http-rules.ts'
import { HIDDEN } from '../show.ts'
import {
  hideInHeader,
  hideInJson,
  hideInText,
  hidePairs,
  hideTokens,
  isForm,
  isGraphqlDocument,
  isJson,
  isSecret,
  splitAt,
} from './hide-in-text.ts'

/** Hides the secrets in a body: a form, JSON, or several JSON values between other lines. Other texts stay as they are. */
export function hideInBody(text: string, type: string): string {
  // Before forms: `data:a=1` is one, and its line breaks would be part of the value.
  if (/event-stream/i.test(type)) return hideInEvents(text)
  if (isForm(text)) return hidePairs(text, 0)
  if (/^multipart\//i.test(type)) return hideInParts(text)
  if (/json|graphql/i.test(type) || isJson(text) || isGraphqlDocument(text)) return hideInJson(text, 0)
  if (/^application\/http\b/i.test(type)) return hideInMessage(text)
  return isUrlencoded(type) ? hidePairs(text, 0) : hideTokens(text)
}

/** Hides the secrets in the parts of a multipart body: forms, JSON, and whole requests, as in a batch. */
function hideInParts(text: string): string {
  const [boundary] = /^--[^\r\n]*[^\s-][^\r\n]*/m.exec(text) ?? []
  if (boundary === undefined) return hideInJson(text, 0)
  return text.split(boundary.trimEnd()).map(hideInPart).join(boundary.trimEnd())
}

function hideInPart(part: string): string {
  const start = /^[ \t]*\r?\n/.exec(part)?.[0]
  // What precedes the first boundary, and the end.
  if (start === undefined) return part
  const rest = part.slice(start.length)
  const end = /\r?\n$/.exec(rest)?.[0] ?? ''
  return start + hideInMessage(rest.slice(0, rest.length - end.length)) + end
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
  const hiddenHead = head.replace(
    /([\w-]+:[ \t]*)?([^\r\n]+)/g,
    (_line, name = '', value: string) => name + hideInHeader(name.replace(/:.*/, ''), value),
  )
  return hiddenHead + (isSecret(field, body) ? HIDDEN : hideInBody(body, type))
}

/** The JSON of an event may have several lines, each in a field of its own. */
function hideInEvents(text: string): string {
  const layout = text.replace(NO_DATA, (part) => ' '.repeat(part.length))
  return hideInJson(text, 0, layout).replace(DATA, (_line, field: string, value: string) => field + hideInText(value))
}

/** The lines of events that are not data, and the names of the fields that are. */
const NO_DATA = /(?<=^|[\r\n])(?:\ufeff?data:|[^\r\n]+)/g
const DATA = /(?<=^|[\r\n])(\ufeff?data: ?)([^\r\n]+)/g
