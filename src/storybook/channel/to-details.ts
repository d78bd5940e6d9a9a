import { toBase64 } from '../../archive/base64.ts'
import type { HarContent, HarNamed, HarPostData } from '../../archive/har-format.ts'
import { toHar } from '../../archive/to-har.ts'
import { hideInBody } from '../../core/secrets/hide-in-body.ts'
import { answerOf, type Call } from '../../mocks/session/journal.ts'
import type { SentMessage } from '../../response/sent-message.ts'
import { type Body, type Details, LONGEST_BODY, LONGEST_MESSAGE, type Message, MOST_MESSAGES } from './messages.ts'

/** Returns the headers and bodies of a call, as an archive has them: without secrets. */
export function toDetails(call: Call): Details {
  const { request, response } = toHar([call]).log.entries[0] as ReturnType<typeof toHar>['log']['entries'][number]
  return {
    url: request.url,
    request: { headers: request.headers.map(toPair), body: request.postData && toSentBody(request.postData) },
    response:
      response.status === 0 ? undefined : { headers: response.headers.map(toPair), body: toBody(response.content) },
    // The call has those of when its row was sent.
    messages: (answerOf(call).head?.upgrade?.messages ?? []).slice(-MOST_MESSAGES).map(toMessage),
  }
}

function toMessage({ from, data }: SentMessage): Message {
  const isBase64 = typeof data !== 'string'
  const text = isBase64 ? toBase64(data) : hideInBody(data, '')
  return { from, text: text.slice(0, LONGEST_MESSAGE), isBase64 }
}

function toPair({ name, value }: HarNamed): readonly [string, string] {
  return [name, value]
}

function toSentBody({ mimeType, text, params, _encoding }: HarPostData): Body {
  const lines = params?.map(({ name, value, fileName }) => `${name}: ${fileName ?? value}`).join('\n')
  return cut(mimeType, text ?? lines, _encoding !== undefined)
}

/** An archive says of an empty body that it has no bytes, and of one that is not known that it has -1. */
function toBody({ mimeType, text, encoding, size }: HarContent): Body | undefined {
  return size === 0 ? undefined : cut(mimeType, text, encoding !== undefined)
}

function cut(type: string, text: string | undefined, isBase64: boolean): Body {
  return { type, text: text?.slice(0, LONGEST_BODY), isBase64, length: text?.length ?? 0 }
}
