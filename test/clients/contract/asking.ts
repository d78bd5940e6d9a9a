import { test } from 'vitest'
import type { Ability, Client, ClientRequest } from './client.ts'
import { Received } from './received.ts'

/** How the contract's tests ask with one client. */
export interface Asking {
  readonly client: Client
  at(path: string): string
  request(request: ClientRequest): Promise<Received>
  get(path: string, more?: Partial<ClientRequest>): Promise<Received>
  send(method: string, path: string, body?: ClientRequest['body'], type?: string): Promise<Received>
  /** Declares a test; skips it, with the reason in its title, if the client lacks the ability. */
  needs(ability: Ability, title: string, run: () => Promise<void>): void
}

/** Returns the ways to send requests with a client. */
export function asking(client: Client): Asking {
  const at = (path: string) => `${client.origin}${path}`
  const request = async (asked: ClientRequest) => new Received(await client.request(asked))
  return {
    client,
    at,
    request,
    get: (path, more) => request({ url: at(path), ...more }),
    send: (method, path, body, type = 'application/json') =>
      request({ method, url: at(path), ...(body !== undefined && { body, headers: { 'content-type': type } }) }),
    needs(ability, title, run) {
      const reason = client.cannot?.[ability]
      if (reason === undefined) test(title, run)
      else test.skip(`${title} (${reason})`, run)
    },
  }
}
