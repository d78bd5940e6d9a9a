import nodeHttp from 'node:http'
import nodeHttps from 'node:https'

const failure = {
  network: 'Error CODE: CODE: mocked network error',
  bug: 'RangeError: a bug in the resolver',
  unmatched: 'UnmatchedRequestError UNMATCHED_REQUEST: No stub answers METHOD URL',
  before: 'AbortError ABORT_ERR: The operation was aborted < AbortError: This operation was aborted',
  during: 'AbortError ABORT_ERR: The operation was aborted < AbortError: This operation was aborted',
  body: 'AbortError ABORT_ERR: The operation was aborted < AbortError: This operation was aborted',
}

export const http = { failure, open: () => over(nodeHttp) }

export const https = { protocol: 'https:', failure, open: () => over(nodeHttps) }

function over(module) {
  const agent = new module.Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask: (request) => send(module, request.agent ? { ...request, agent } : { ...request, agent: undefined }),
    close: () => agent.destroy(),
  }
}

function send(module, { url, method, headers, parts = [], signal, agent, onHead }) {
  return new Promise((resolve, reject) => {
    const request = module.request(url, { method, headers, signal, agent }, (response) => {
      onHead()
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode, bytes: Buffer.concat(chunks) }))
    })
    request.on('error', reject)
    const sendParts = () => {
      for (const part of parts) request.write(part)
      request.end()
    }
    if (headers.expect) request.on('continue', sendParts)
    else sendParts()
  })
}
