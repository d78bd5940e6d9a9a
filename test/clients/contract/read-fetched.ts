import type { ClientResponse } from './client.ts'

/** The part of a response that every implementation of fetch has. */
interface Fetched {
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly redirected: boolean
  readonly headers: Iterable<[string, string]> & { getSetCookie(): string[] }
  arrayBuffer(): Promise<ArrayBuffer>
}

/** Reads a response that a fetch gave. */
export async function readFetched(response: Fetched): Promise<ClientResponse> {
  const { status, statusText, url, redirected } = response
  return {
    status,
    statusText,
    url,
    redirected,
    headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie')),
    setCookies: response.headers.getSetCookie(),
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}
