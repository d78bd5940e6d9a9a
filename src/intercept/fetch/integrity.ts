import { makeResponse } from '../../response/make-response.ts'

/**
 * Reads a real response whose request has `integrity`, and returns it with the bytes that were compared. The platform's own fetch
 * compares them, as the content of a Blob: it would follow the redirects of such a request past the stubs and the allowlist.
 * @throws {TypeError} as fetch does, if no digest fits the body.
 */
export async function readVerified(response: Response, integrity: string): Promise<Response> {
  const { status, statusText, headers } = response
  const url = URL.createObjectURL(await response.blob())
  try {
    const { body } = await fetch(url, { integrity })
    return makeResponse(body, { status, statusText, headers })
  } finally {
    URL.revokeObjectURL(url)
  }
}
