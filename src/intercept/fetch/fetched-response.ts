import { makeResponse, mayBreak, type Origin, tellOrigin } from '../../response/make-response.ts'
import { type Decoder, fetchedBody } from './fetched-body.ts'

/**
 * Makes a mocked response one that fetch would return: decoded, with its origin, and ended by `signal`, which is `undefined` if
 * the caller has none.
 */
export function fetchedResponse(
  response: Response,
  origin: Origin,
  signal: AbortSignal | undefined,
  decoder: Decoder,
): Response {
  const { status, statusText, headers, body } = response
  const encoding = headers.get('content-encoding')
  // A body that is whole, and that nobody can end, arrives as it is.
  if (body === null || !(signal || encoding !== null || mayBreak(response))) return tellOrigin(response, origin)
  const fetched = fetchedBody(body, encoding, signal, decoder)
  return tellOrigin(makeResponse(fetched, { status, statusText, headers }), origin)
}
