import { makeResponse } from '../../response/make-response.ts'
import { fetchError } from '../../runtime/network-error.ts'

/** From the weakest to the strongest: only the digests of the strongest algorithm count. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512']

const DIGEST = /^(sha(?:256|384|512))-([A-Za-z\d+/_-]+={0,2})(?:\?.*)?$/

/**
 * Reads a response whose request has `integrity`, and returns it with the bytes that were compared (Subresource Integrity,
 * section 3.3). An `integrity` without a digest of a known algorithm is ignored.
 * @throws {TypeError} as fetch does, if no digest fits the body.
 */
export async function readVerified(response: Response, integrity: string): Promise<Response> {
  const digests = integrity.split(/\s+/).flatMap((part) => {
    const [, algorithm, digest] = DIGEST.exec(part) ?? []
    return algorithm && digest ? [{ algorithm, digest }] : []
  })
  const strongest = ALGORITHMS.findLast((algorithm) => digests.some((one) => one.algorithm === algorithm))
  if (strongest === undefined) return response
  const bytes = await response.arrayBuffer()
  const name = strongest.replace('sha', 'SHA-')
  const actual = toBase64(new Uint8Array(await crypto.subtle.digest(name, bytes)))
  const isRight = digests.some(({ algorithm, digest }) => algorithm === strongest && normalized(digest) === actual)
  if (!isRight) throw fetchError(new Error('integrity mismatch'))
  const { status, statusText, headers } = response
  return makeResponse(bytes, { status, statusText, headers })
}

function toBase64(bytes: Uint8Array): string {
  return normalized(btoa(String.fromCharCode(...bytes)))
}

/** Digests may be written in base64 or base64url, with padding or without. */
function normalized(digest: string): string {
  return digest.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
}
