/** What is uploaded, in these parts. */
export const UPLOAD = ['one, ', 'two ä, ', 'three']

/**
 * How a cell asks. `times`: so often, one after the other over one agent. `abort`: when the client breaks off, `before` it
 * sends, `during` the mocks' choice of an answer, in the `body` of the answer, or `after` all of it.
 */
export const requests = [
  { name: 'plain' },
  { name: 'HEAD', method: 'HEAD' },
  { name: '`connection: keep-alive`', headers: { connection: 'keep-alive' }, needs: 'connection' },
  { name: 'keep-alive agent', agent: true, times: 2, needs: 'agent' },
  {
    name: '`expect: 100-continue`',
    method: 'POST',
    headers: { expect: '100-continue', 'content-type': 'text/plain' },
    parts: [UPLOAD.join('')],
    needs: 'expect',
  },
  { name: 'chunked upload', method: 'POST', headers: { 'content-type': 'text/plain' }, parts: UPLOAD, needs: 'chunks' },
  { name: 'aborted before', abort: 'before' },
  { name: 'aborted while answered', abort: 'during' },
  { name: 'aborted in the body', abort: 'body' },
  { name: 'aborted after', abort: 'after' },
]
