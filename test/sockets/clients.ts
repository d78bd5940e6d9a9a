import * as undici from 'undici'
import type { Client } from './client.ts'
import { HTTP_CLIENTS, HTTP2_CLIENTS } from './send-http.ts'
import { undiciClients } from './send-undici.ts'

/**
 * The clients of these tests. test/consumers/raw-clients has others, in its own file with this name: Node 20 runs neither undici 8
 * nor the Vitest of this repository.
 */
export const CLIENTS: Readonly<Record<string, Client>> = {
  ...HTTP_CLIENTS,
  ...HTTP2_CLIENTS,
  ...undiciClients('undici 8', undici),
}
