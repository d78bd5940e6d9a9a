import fc from 'fast-check'
import { expect, onTestFinished } from 'vitest'
import type { Client } from '../clients/contract/client.ts'
import { exchanges } from './exchange.ts'
import { comparable, observe } from './observe.ts'
import { RealServer, startMocks } from './two-servers.ts'

/** How many exchanges each client has; `npm run test:all` has 500. */
const CASES = Number(process.env.DIFFERENTIAL_CASES ?? 50)

/** A failure prints its seed; `DIFFERENTIAL_SEED=…` repeats it. Without one, the same exchanges are tried each time. */
const SEED = Number(process.env.DIFFERENTIAL_SEED ?? 20261122)

export const TIMEOUT = { timeout: 60_000 + CASES * 100 }

/**
 * Sends random requests by a client, each once to a real server and once to mocks of that server's origin, and compares
 * what the client sees and what was received.
 */
export async function compareWithServer(client: Client): Promise<void> {
  const { protocol } = new URL(client.origin)
  const server = new RealServer(protocol)
  const origin = `${protocol}//127.0.0.1:${await server.listen()}`
  onTestFinished(() => server.close())
  const property = fc.asyncProperty(exchanges, async (exchange) => {
    const real = await observe(client, origin, exchange, server.start(exchange))
    const mocked = await observe(client, origin, exchange, startMocks(origin, exchange))
    expect(comparable(client, mocked)).toEqual(comparable(client, real))
  })
  await fc.assert(property, { numRuns: CASES, seed: SEED })
}
