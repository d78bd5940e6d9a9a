/** The members of Storybook's channel that are used. */
export interface Channel {
  on(event: string, listener: (...args: never[]) => void): void
  off(event: string, listener: (...args: never[]) => void): void
  emit(event: string, ...args: unknown[]): void
}

/** Adds listeners by the names of their events, and returns the undo. */
export function listen(channel: Channel, listeners: Readonly<Record<string, (...args: never[]) => void>>): () => void {
  for (const [event, listener] of Object.entries(listeners)) channel.on(event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners)) channel.off(event, listener)
  }
}
