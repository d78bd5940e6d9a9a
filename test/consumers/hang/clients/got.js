import { Agent } from 'node:http'
import { Readable } from 'node:stream'

const isOld = process.version.startsWith('v20.')
const { default: send } = await import(isOld ? 'got-on-node20' : 'got')

const aborted = `AbortError ERR_ABORTED: This operation was aborted.${isOld ? '' : ' < AbortError: This operation was aborted'}`

export const got = {
  failure: {
    network: 'RequestError CODE: CODE: mocked network error < Error CODE: CODE: mocked network error',
    bug: 'RequestError ERR_GOT_REQUEST_ERROR: a bug in the resolver < RangeError: a bug in the resolver',
    unmatched:
      'RequestError UNMATCHED_REQUEST: No stub answers METHOD URL < UnmatchedRequestError UNMATCHED_REQUEST: No stub answers METHOD URL',
    before: aborted,
    during: aborted,
    body: aborted,
  },
  open() {
    const http = new Agent({ keepAlive: true, maxSockets: 1 })
    return {
      ask: ({ agent, ...request }) => ask(request, agent ? { agent: { http } } : {}),
      close: () => http.destroy(),
    }
  },
}

async function ask({ url, method, headers, parts, signal, onHead }, options) {
  const response = await send(url, {
    ...options,
    method,
    headers,
    signal,
    ...(parts && { body: Readable.from(parts) }),
    responseType: 'buffer',
    retry: { limit: 0 },
    throwHttpErrors: false,
  }).on('downloadProgress', ({ transferred }) => transferred > 0 && onHead())
  return { status: response.statusCode, bytes: response.body }
}
