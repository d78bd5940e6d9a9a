import * as undici from 'undici'
import type { Client } from './client.ts'
import { HTTP_CLIENTS, HTTP2_CLIENTS } from './send-http.ts'
import { undiciClients } from './send-undici.ts'

/** The clients of `senders.test.ts`. test/consumers/raw-clients has others, in its own file with this name. */
export const CLIENTS: Readonly<Record<string, Client>> = {
  ...HTTP_CLIENTS,
  ...HTTP2_CLIENTS,
  ...undiciClients('undici 8', undici),
}
