import { Agent } from 'node:http'
import { Readable } from 'node:stream'
import axios from 'axios'

export const axiosHttp = {
  failure: {
    network: 'Error CODE: CODE: mocked network error < Error CODE: CODE: mocked network error',
    bug: 'RangeError: a bug in the resolver < RangeError: a bug in the resolver',
    unmatched:
      'UnmatchedRequestError UNMATCHED_REQUEST: No stub answers METHOD URL < UnmatchedRequestError UNMATCHED_REQUEST: No stub answers METHOD URL',
    before: 'CanceledError ERR_CANCELED: canceled',
    during: 'CanceledError ERR_CANCELED: canceled',
    body: 'CanceledError ERR_CANCELED: canceled',
  },
  open() {
    const httpAgent = new Agent({ keepAlive: true, maxSockets: 1 })
    return {
      ask: ({ agent, ...request }) => ask(request, agent ? { httpAgent } : {}),
      close: () => httpAgent.destroy(),
    }
  },
}

async function ask({ url, method, headers, parts, signal, onHead }, config) {
  const response = await axios.request({
    ...config,
    adapter: 'http',
    url,
    method,
    headers,
    signal,
    ...(parts && { data: Readable.from(parts) }),
    responseType: 'arraybuffer',
    validateStatus: () => true,
    onDownloadProgress: onHead,
  })
  return { status: response.status, bytes: response.data }
}
