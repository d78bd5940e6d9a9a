import { isWhole, makeResponse, type Origin, tellOrigin } from '../../response/make-response.ts'
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
  const { body } = response
  // A body that arrives as it is, and that nobody can end.
  if (body === null || (!signal && isWhole(response))) return tellOrigin(response, origin)
  const { status, statusText, headers } = response
  const fetched = fetchedBody(body, headers.get('content-encoding'), signal, decoder)
  return tellOrigin(makeResponse(fetched, { status, statusText, headers }), origin)
}
