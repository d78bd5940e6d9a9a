import { createHook } from 'node:async_hooks'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { onTestFinished } from 'vitest'
import { certificate } from '../clients/certificate.ts'
import { listen } from '../clients/listen.ts'

/** The handles that Node makes for each connection and each look-up of a name, whichever client asks. */
const LEAVING = new Set(['TCPCONNECTWRAP', 'PIPECONNECTWRAP', 'GETADDRINFOREQWRAP', 'GETNAMEINFOREQWRAP', 'QUERYWRAP'])

export interface Sentinels {
  /** Where a real server listens: its name has to be looked up. */
  readonly http: string
  readonly https: string
  /** Returns the connections and look-ups since the last call, and the requests that have arrived at the servers. */
  seen(): string[]
}

/** Watches over what leaves the process until the test is finished. */
export async function postSentinels(): Promise<Sentinels> {
  let seen: string[] = []
  const hook = createHook({
    init(_id, type) {
      if (LEAVING.has(type)) seen.push(type)
    },
  })
  const origins = [createServer(), createSecureServer(certificate)].map(async (server) => {
    server.on('request', (request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.end('real')
    })
    return `localhost:${await listen(server)}`
  })
  const [http, https] = await Promise.all(origins)
  hook.enable()
  onTestFinished(() => {
    hook.disable()
  })
  return {
    http: `http://${http}`,
    https: `https://${https}`,
    seen() {
      const all = seen
      seen = []
      return all
    },
  }
}
