/** What stands between two empty lines of an event stream. */
export interface StreamBlock {
  readonly type: string
  /** `undefined` if the block has none: it is no event. */
  readonly data: string | undefined
  /** Of this block, or of the last one before it that has an id. */
  readonly lastEventId: string
}

/** Takes what an event stream says. */
interface StreamListener {
  onBlock(block: StreamBlock): void
  /** `ms` is the time before a reconnection, in milliseconds. */
  onRetry(ms: number): void
}

/**
 * Returns a function that reads the next text of an event stream (HTML Standard, interpreting an event stream). A text may end
 * anywhere. `lastEventId` is the id of the last event of the stream before.
 */
export function eventStreamReader(lastEventId: string, { onBlock, onRetry }: StreamListener): (text: string) => void {
  let line = ''
  let endsWithCr = false
  let data: string | undefined
  let type = ''
  let id = lastEventId

  function readField(name: string, value: string): void {
    if (name === 'data') data = data === undefined ? value : `${data}\n${value}`
    else if (name === 'event') type = value
    else if (name === 'id' && !value.includes('\0')) id = value
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
  }

  function readLine(text: string): void {
    if (text === '') {
      const block = { type: type || 'message', data, lastEventId: id }
      data = undefined
      type = ''
      onBlock(block)
      return
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? []
    readField(name, value)
  }

  return (text) => {
    if (text === '') return
    // The first half of this line break has ended its line already.
    const rest = endsWithCr ? text.replace(/^\n/, '') : text
    endsWithCr = text.endsWith('\r')
    const lines = (line + rest).split(/\r\n?|\n/)
    line = lines.pop() as string
    lines.forEach(readLine)
  }
}
