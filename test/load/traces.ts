import { channel } from 'node:diagnostics_channel'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'

/** All that an interception could leave a patch on. */
const PATCHABLE: Readonly<Record<string, object>> = {
  globalThis,
  process,
  http,
  https,
  net,
  tls,
  'http.Agent': http.Agent.prototype,
  'http.ClientRequest': http.ClientRequest.prototype,
  'http.globalAgent': http.globalAgent,
  'https.globalAgent': https.globalAgent,
  'net.Socket': net.Socket.prototype,
  'tls.TLSSocket': tls.TLSSocket.prototype,
  Headers: Headers.prototype,
  Request: Request.prototype,
  Response: Response.prototype,
}

const CHANNELS = [
  ...['undici:request:create', 'undici:request:headers', 'undici:request:error', 'undici:client:sendHeaders'],
  ...['undici:client:beforeConnect', 'undici:client:connected', 'undici:client:connectError'],
  ...['http.client.request.start', 'http.client.request.created', 'net.client.socket', 'net.server.socket'],
]

/** The traces that mocks could leave, by name: patches, listeners and subscribers. */
export function tracesNow(): Map<string, unknown> {
  const patches = Object.entries(PATCHABLE).flatMap(([owner, object]) =>
    Reflect.ownKeys(object).map((key) => {
      const { value, get } = Object.getOwnPropertyDescriptor(object, key) ?? {}
      return [`${owner}.${String(key)}`, value ?? get] as const
    }),
  )
  const listeners = process
    .eventNames()
    .map((name) => [`listeners of ${String(name)}`, process.listenerCount(name)] as const)
  const subscribers = CHANNELS.map((name) => [`subscribers of ${name}`, channel(name).hasSubscribers] as const)
  return new Map<string, unknown>([...patches, ...listeners, ...subscribers])
}

/** The names of what has changed. */
export function changedSince(before: ReadonlyMap<string, unknown>): string[] {
  const after = tracesNow()
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !Object.is(before.get(name), after.get(name)),
  )
}

/** How many timers, sockets and the like keep the process open. */
export function resourcesNow(): number {
  return process.getActiveResourcesInfo().length
}
