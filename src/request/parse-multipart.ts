const LINE_END = '\r\n'

/**
 * Parses a multipart body (RFC 7578) into names and values; returns `undefined` if it is broken. The platform's own parser
 * fails in jsdom with every file.
 */
export function parseMultipart(bytes: Uint8Array<ArrayBuffer>, type: string): [string, string | File][] | undefined {
  // No longer than it may be (RFC 2046, section 5.1.1): the time that it takes to find grows with it.
  const [, quoted, bare] = /boundary=(?:"([^"]{1,70})"|([^\s;]{1,70})(?=[\s;]|$))/i.exec(type) ?? []
  if ((quoted ?? bare) === undefined) return undefined
  const delimiter = encodeText(`${LINE_END}--${quoted ?? bare}`)
  const values: [string, string | File][] = []
  let position = indexOfBytes(bytes, delimiter.subarray(LINE_END.length), 0)
  while (position >= 0) {
    const after = position + delimiter.length - LINE_END.length
    if (decodeBytes(bytes.subarray(after, after + 2)) === '--') return values
    const headEnd = indexOfBytes(bytes, encodeText(LINE_END + LINE_END), after)
    const start = headEnd + 2 * LINE_END.length
    const end = headEnd < 0 ? -1 : indexOfBytes(bytes, delimiter, start)
    const value = end < 0 ? undefined : toValue(decodeBytes(bytes.subarray(after, headEnd)), bytes.slice(start, end))
    if (!value) return undefined
    values.push(value)
    position = end + LINE_END.length
  }
  return undefined
}

function toValue(head: string, content: Uint8Array<ArrayBuffer>): [string, string | File] | undefined {
  const parameters = dispositionOf(head)
  const name = parameters.get('name')
  if (name === undefined) return undefined
  const filename = decodeExtended(parameters.get('filename*')) ?? parameters.get('filename')
  if (filename === undefined) return [name, decodeBytes(content)]
  // Without a type a part is plain text (RFC 7578, section 4.4).
  const type = /^content-type:(.*)/im.exec(head)?.[1]?.trim() || 'text/plain'
  return [name, readableFile(new File([content], filename, { type }), content)]
}

/** Gives a file the methods that read it, if its class lacks them: older versions of jsdom have none of them, as in Jest, newer ones no `stream`. */
function readableFile(file: File, content: Uint8Array<ArrayBuffer>): File {
  const methods = {
    arrayBuffer: async () => content.slice().buffer,
    stream: () => new Response(content.slice()).body,
    text: async () => decodeBytes(content),
  }
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in file)) Object.defineProperty(file, name, { value, configurable: true, writable: true })
  }
  return file
}

const PARAMETER = /;\s*([^\s=;"]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;]*))/g

/** Reads the parameters of a part's `content-disposition`, quoted or not; the first of two with one name counts. */
function dispositionOf(head: string): ReadonlyMap<string, string> {
  // A line that begins with a space continues the one before (RFC 5322, section 2.2.3).
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const [, disposition = ''] = /^content-disposition:\s*form-data\s*(;[^\r\n]*)/im.exec(unfolded) ?? []
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, bare] of disposition.matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? (bare ?? '') : unquote(quoted))
  }
  return parameters
}

/** Browsers escape a quote and a line's end as `%22`, `%0D`, `%0A`, other clients a quote as `\"`. */
function unquote(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
}

/** Decodes a value such as `UTF-8''na%C3%AFve.txt` (RFC 8187, section 3.2); returns `undefined` for one that is broken. */
function decodeExtended(value: string | undefined): string | undefined {
  const [, charset = '', escaped = ''] = /^([\w-]+)'[^']*'(.*)$/.exec(value ?? '') ?? []
  if (charset === '') return undefined
  try {
    const bytes = escaped.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return new TextDecoder(charset).decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}

function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let index = bytes.indexOf(wanted[0] as number, from)
  while (index >= 0 && !wanted.every((byte, offset) => bytes[index + offset] === byte)) {
    index = bytes.indexOf(wanted[0] as number, index + 1)
  }
  return index
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function decodeBytes(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
