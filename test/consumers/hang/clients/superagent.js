import { Agent } from 'node:http'
import send from 'superagent'

export const superagent = {
  cannot: { expect: 'it sets headers when Node, for this one, has sent them all' },
  failure: {
    network: 'Error CODE: CODE: mocked network error',
    bug: 'RangeError: a bug in the resolver',
    unmatched: 'UnmatchedRequestError UNMATCHED_REQUEST: No stub answers METHOD URL',
    before: 'Error: The request has been aborted even before .end() was called',
    during: 'Error ABORTED: Aborted',
    body: 'Error ABORTED: Aborted',
  },
  open() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return {
      ask: (request) => ask(request, request.agent ? agent : undefined),
      close: () => agent.destroy(),
    }
  },
}

async function ask({ url, method, headers, parts, signal, onHead }, agent) {
  const request = send(method, url)
    .set(headers)
    .ok(() => true)
    .buffer(true)
    .parse((response, done) => {
      onHead()
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => done(null, Buffer.concat(chunks)))
    })
  if (agent) request.agent(agent)
  if (signal.aborted) request.abort()
  // In braces: an event target that is given the request, which can be awaited, would await it.
  signal.addEventListener('abort', () => {
    request.abort()
  })
  for (const part of parts ?? []) request.write(part)
  const { status, body } = await request
  // Where nothing is to be parsed it says so by an object.
  return { status, bytes: Buffer.isBuffer(body) ? body : [] }
}
