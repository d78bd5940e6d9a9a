/** What each class has of a WebSocket. */
export type Client = WebSocket

export type ClientClass = new (url: string, protocols?: string | string[]) => Client

/** Does what is compared, over one URL. */
export type Play = (url: string, recorder: Recorder) => Promise<void>

/** Notes what a client sees. */
export class Recorder {
  readonly events: unknown[] = []
  readonly #pending: Promise<void>[] = []

  note(...event: unknown[]): void {
    this.events.push(event)
  }

  /** Notes all events of a client. Resolves when it is closed. */
  watch(client: Client): Promise<void> {
    client.addEventListener('open', () => this.note('open', client.protocol, client.extensions, client.readyState))
    client.addEventListener('error', () => this.note('error', client.readyState))
    client.addEventListener('message', ({ data }: { data: unknown }) => {
      const place = this.events.push(['message', data]) - 1
      this.#pending.push(
        toText(data).then((text) => {
          this.events[place] = ['message', text]
        }),
      )
    })
    return new Promise((resolve) => {
      client.addEventListener('close', ({ code, reason, wasClean }) => {
        this.note('close', code, reason, wasClean, client.readyState)
        resolve()
      })
    })
  }

  async read(): Promise<readonly unknown[]> {
    await Promise.all(this.#pending)
    return this.events
  }
}

async function toText(data: unknown): Promise<unknown> {
  if (typeof data === 'string') return data.length > 100 ? `${data.length} characters` : data
  const kind = Object.prototype.toString.call(data).slice(8, -1)
  const buffer = kind === 'Blob' ? await (data as Blob).arrayBuffer() : (data as ArrayBuffer)
  const bytes = [...new Uint8Array(buffer)]
  return `${kind} ${bytes.length > 100 ? `${bytes.length} bytes` : bytes}`
}
