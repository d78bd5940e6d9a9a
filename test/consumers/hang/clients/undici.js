const { Agent, request: send } = await import(process.version.startsWith('v20.') ? 'undici-on-node20' : 'undici')

const aborted = 'AbortError: This operation was aborted'

export const undici = {
  cannot: { expect: 'it refuses the header' },
  failure: {
    network: 'Error CODE: CODE: mocked network error',
    bug: 'RangeError: a bug in the resolver',
    unmatched: 'UnmatchedRequestError UNMATCHED_REQUEST: No stub answers METHOD URL',
    before: aborted,
    during: aborted,
    body: aborted,
  },
  open() {
    const agent = new Agent({ connections: 1 })
    return {
      ask: ({ agent: wanted, ...request }) => ask(request, wanted ? { dispatcher: agent } : {}),
      close: () => agent.destroy(),
    }
  },
}

async function ask({ url, method, headers, parts, signal, onHead }, options) {
  const { statusCode, body } = await send(url, {
    ...options,
    method,
    headers,
    signal,
    ...(parts && {
      body: (async function* () {
        yield* parts
      })(),
    }),
  })
  onHead()
  return { status: statusCode, bytes: await body.arrayBuffer() }
}
