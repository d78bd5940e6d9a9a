import type { Socket } from 'node:net'
import type { ClientReads } from './client-reads.ts'
import type { Destination } from './connect-arguments.ts'
import type { Message, Messages } from './messages.ts'

/** A tap as its parts and its server see it; `tap.ts` says what each member does. */
export interface Tapped {
  readonly isAssigned: boolean
  readonly isOpen: boolean
  readonly isOver: boolean
  readonly isPending: boolean
  readonly connecting: Promise<void> | undefined
  readonly destination: Destination | undefined
  readonly socket: Socket
  readonly messages: Messages
  readonly reads: ClientReads
  acknowledge(): void
  passthrough(message: Message): void
  passthroughAll(): void
  requestTunnel(message: Message, destination: Destination): void
  close(message: Message): void
  notHttp(): boolean
  breakOff(): void
}
