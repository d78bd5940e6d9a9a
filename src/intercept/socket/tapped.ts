import type { Socket } from 'node:net'
import type { Downlink } from './client-reads.ts'
import type { Destination } from './connect-arguments.ts'
import type { Message, Messages } from './messages.ts'

/** A tap as its parts and its server see it; `tap.ts` says what each member does. */
export interface Tapped {
  readonly isHttp: boolean
  readonly isOpen: boolean
  readonly isOver: boolean
  readonly isPending: boolean
  readonly connecting: Promise<void> | undefined
  readonly destination: Destination | undefined
  readonly socket: Socket
  readonly messages: Messages
  readonly downlink: Downlink
  pass(message: Message): void
  enterTunnel(message: Message, destination: Destination): void
  close(message: Message): void
  notHttp(): boolean
  release(): void
  breakOff(): void
}
