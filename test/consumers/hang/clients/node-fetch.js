import { Agent } from 'node:http'
import { Readable } from 'node:stream'
import fetch from 'node-fetch'

export const nodeFetch = {
  failure: {
    network: 'FetchError CODE: request to URL failed, reason: CODE: mocked network error',
    bug: 'FetchError: request to URL failed, reason: a bug in the resolver',
    unmatched: 'FetchError UNMATCHED_REQUEST: request to URL failed, reason: No stub answers METHOD URL',
    before: 'AbortError: The operation was aborted.',
    during: 'AbortError: The operation was aborted.',
    body: 'AbortError: The operation was aborted.',
  },
  open() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return {
      ask: (request) => ask(request, request.agent ? { agent } : {}),
      close: () => agent.destroy(),
    }
  },
}

async function ask({ url, method, headers, parts, signal, onHead }, options) {
  const response = await fetch(url, {
    ...options,
    method,
    headers,
    signal,
    ...(parts && { body: Readable.from(parts) }),
  })
  onHead()
  return { status: response.status, bytes: await response.arrayBuffer() }
}
