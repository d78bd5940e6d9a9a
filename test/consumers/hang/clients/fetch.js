/** Taken before the mocks start: what is patched in its place never sees it. */
const captured = globalThis.fetch

const failure = {
  network: 'TypeError: fetch failed < Error CODE: CODE: mocked network error',
  bug: 'RangeError: a bug in the resolver',
  unmatched: 'UnmatchedRequestError UNMATCHED_REQUEST: No stub answers METHOD URL',
  before: 'AbortError: This operation was aborted',
  during: 'AbortError: This operation was aborted',
  body: 'AbortError: This operation was aborted',
}

const cannot = { expect: 'it refuses the header' }

export const fetch = {
  cannot,
  failure,
  open: () => ({ ask: (request) => send(globalThis.fetch, request) }),
}

export const capturedFetch = {
  cannot,
  failure: {
    ...failure,
    bug: `TypeError: fetch failed < ${failure.bug}`,
    unmatched: `TypeError: fetch failed < ${failure.unmatched}`,
    ...(/^v2[02]\./.test(process.version) && { body: 'AbortError: The operation was aborted.' }),
  },
  open: () => ({ ask: (request) => send(captured, request) }),
}

async function send(fetch, { url, method, headers, parts, signal, onHead }) {
  const body = parts && ReadableStream.from(parts.map((part) => Buffer.from(part)))
  const response = await fetch(url, { method, headers, signal, ...(body && { body, duplex: 'half' }) })
  onHead()
  return { status: response.status, bytes: await response.arrayBuffer() }
}
