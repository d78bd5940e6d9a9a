import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { MocksOptions, Stub } from '../../src/entries/index.ts'
import { startForgiving } from '../promises/support.ts'
import { certificate } from './certificate.ts'
import { listen } from './listen.ts'

interface Exchange<Seen> {
  /** Answers as the real server. */
  readonly server: RequestListener
  /** Answer as the mocks. */
  readonly routes: readonly Stub[]
  readonly options?: MocksOptions
  readonly protocol?: 'http:' | 'https:'
  /** Sends requests to an origin; returns what the client observes. */
  client(origin: string): Promise<Seen>
}

interface Observed<Seen> {
  readonly real: Seen
  readonly mocked: Seen
}

/** Runs the same client code first against a real server on loopback, then against mocks of that very origin. */
export async function onBoth<Seen>({
  server,
  routes,
  options,
  protocol = 'http:',
  client,
}: Exchange<Seen>): Promise<Observed<Seen>> {
  const listening = protocol === 'https:' ? createSecureServer(certificate, server) : createServer(server)
  const origin = `${protocol}//127.0.0.1:${await listen(listening)}`
  const real = await client(origin)
  startForgiving(routes, options)
  return { real, mocked: await client(origin) }
}
