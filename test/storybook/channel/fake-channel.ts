import type { Channel } from '../../../src/storybook/channel/channel.ts'

type Listener = (...args: never[]) => void

/** One end of a channel. What it emits is copied, as Storybook sends it from frame to frame, and heard by both ends. */
export class FakeChannel implements Channel {
  readonly sent: { readonly event: string; readonly message: unknown }[] = []
  readonly #listeners = new Map<string, Set<Listener>>()

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, new Set([...(this.#listeners.get(event) ?? []), listener]))
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }

  emit(event: string, ...args: unknown[]): void {
    const [message] = args.length === 0 ? [] : (JSON.parse(JSON.stringify(args)) as unknown[])
    this.sent.push({ event, message })
    for (const listener of this.#listeners.get(event) ?? []) listener(...([message] as never[]))
  }

  /** Returns the messages of an event, in order. */
  messages<Message>(event: string): Message[] {
    return this.sent.filter((one) => one.event === event).map(({ message }) => message as Message)
  }

  listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0)
  }
}
