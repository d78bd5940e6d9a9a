const LINE_END = '\r\n'

/**
 * Parses a multipart body (RFC 7578) into names and values; gives `undefined` where it is broken. The platform's own
 * parser is not asked: in jsdom it fails with every file.
 */
export function parseMultipart(bytes: Uint8Array<ArrayBuffer>, type: string): [string, string | File][] | undefined {
  // No longer than it may be (RFC 2046, section 5.1.1): the time that it takes to find grows with it.
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;]{1,70})(?=[\s;]|$))/i.exec(type) ?? []
  if ((quoted ?? plain) === undefined) return undefined
  const delimiter = encode(`${LINE_END}--${quoted ?? plain}`)
  const values: [string, string | File][] = []
  let position = indexOf(bytes, delimiter.subarray(LINE_END.length), 0)
  while (position >= 0) {
    const after = position + delimiter.length - LINE_END.length
    if (decode(bytes.subarray(after, after + 2)) === '--') return values
    const headEnd = indexOf(bytes, encode(LINE_END + LINE_END), after)
    const start = headEnd + 2 * LINE_END.length
    const end = headEnd < 0 ? -1 : indexOf(bytes, delimiter, start)
    const value = end < 0 ? undefined : toValue(decode(bytes.subarray(after, headEnd)), bytes.slice(start, end))
    if (!value) return undefined
    values.push(value)
    position = end + LINE_END.length
  }
  return undefined
}

function toValue(head: string, content: Uint8Array<ArrayBuffer>): [string, string | File] | undefined {
  const name = parameter(head, 'name')
  if (name === undefined) return undefined
  const filename = parameter(head, 'filename')
  if (filename === undefined) return [name, decode(content)]
  const type = /^content-type:(.*)/im.exec(head)?.[1]?.trim() || 'application/octet-stream'
  return [name, new File([content], filename, { type })]
}

/** A parameter of the part's `content-disposition`; browsers escape a quote and a line's end as `%22`, `%0D`, `%0A`. */
function parameter(head: string, name: string): string | undefined {
  const found = new RegExp(`^content-disposition:.*?;\\s*${name}="([^"]*)"`, 'im').exec(head)
  return found?.[1]?.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let index = bytes.indexOf(wanted[0] as number, from)
  while (index >= 0 && !wanted.every((byte, offset) => bytes[index + offset] === byte)) {
    index = bytes.indexOf(wanted[0] as number, index + 1)
  }
  return index
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
