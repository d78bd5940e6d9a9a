import { hasOwnBodies, isTag, TAGGED_TYPE } from '#foreign-body'
import { MynahError } from '../core/errors.ts'
import type { IncomingRequest } from './incoming-request.ts'

const FORM_OF_NODE = 'multipart/form-data; boundary=----formdata-undici-'

/**
 * Rejects with a report if a request has lost its body because a client uses a `fetch` or a `Request` from before the start of the mocks,
 * which does not know this page's classes: Vitest's `Request` loses the names of a form's files, and on some Nodes their bytes. Returns
 * `undefined` for a request that cannot be one.
 */
export function checkBody(request: IncomingRequest): Promise<void> | undefined {
  if (!hasOwnBodies() || !request.unread) return undefined
  const type = request.headers['content-type'] ?? ''
  const isForm = type.startsWith(FORM_OF_NODE)
  if (!isForm && type !== TAGGED_TYPE) return undefined
  const isLost = () => (isForm ? request.text?.includes('filename="blob"') : isTag(request.text))
  return request.readBody().then(
    () => {
      if (isLost()) throw lostRequestBody(request)
    },
    (thrown) => {
      // The form has a file that Node cannot read. Any other error is the client's own, which it gets when its body is read again.
      if (isForm) throw lostRequestBody(request, { cause: thrown })
    },
  )
}

function lostRequestBody({ method, url }: IncomingRequest, options?: ErrorOptions): MynahError {
  const reason =
    "its client uses a fetch or a Request from before the start of the mocks, which cannot read this page's files"
  const advice = 'Start the mocks before the client is created, or let it call the global fetch(url, { method, body })'
  return new MynahError('ENVIRONMENT', `The body of ${method} ${url} was lost: ${reason}\n\n${advice}`, options)
}
