import type { Channel as StorybookChannel } from 'storybook/internal/channels'

/** The members of Storybook's channel that are used. */
export type Channel = Pick<StorybookChannel, 'on' | 'off' | 'emit'>

/** What the channel calls with a message. Its type does not say which event has which message. */
type Listener = Parameters<Channel['on']>[1]

/** Adds listeners by the names of their events, and returns the undo. */
export function listen(channel: Channel, listeners: Readonly<Record<string, Listener>>): () => void {
  for (const [event, listener] of Object.entries(listeners)) channel.on(event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners)) channel.off(event, listener)
  }
}
