import { type Channel, channel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { doAll, replace } from '../../patch.ts'
import { ServerEnd } from './loopback.ts'

/** Channels on which Node reports what a server of this process does. Tracers listen to them. */
const CHANNELS: readonly Channel[] = [
  'http.server.request.start',
  'http.server.response.created',
  'http.server.response.finish',
].map((name) => channel(name))

/** Keeps Node from reporting requests that this process sends as requests that it serves. Returns the undo. */
export function hideServer(): () => void {
  return doAll(CHANNELS.map((one) => () => replace(one, 'publish', publishOthers)))
}

function publishOthers(this: Channel, message: { readonly request: IncomingMessage }): void {
  if (message.request.socket instanceof ServerEnd) return
  // Node replaces the prototype of a channel when it gets its first subscriber, and when it loses its last one.
  const { publish } = Object.getPrototypeOf(this) as Channel
  publish.call(this, message)
}
