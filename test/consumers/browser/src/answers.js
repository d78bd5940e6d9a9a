/** Without it, Chromium holds a text back until it knows what it is. */
const NOSNIFF = { 'x-content-type-options': 'nosniff' }

/** What the server and the stubs answer alike, by path. A list as a body comes in chunks, 250 ms apart. */
export const ANSWERS = {
  '/json': { type: 'application/json', body: '[{"id":1,"name":"Zoë"}]' },
  '/teapot': {
    status: 418,
    type: 'text/plain',
    body: 'short and stout',
    headers: { 'X-Mood': 'good', 'x-list': ['a', 'b'] },
  },
  '/empty': { status: 204 },
  '/nothing': { type: 'text/plain', body: '' },
  '/untyped': { body: 'plain' },
  '/broken-json': { type: 'application/json', body: '{' },
  '/html': { type: 'text/html; charset=utf-8', body: '<p id="a">one</p>' },
  '/xml': { type: 'application/xml', body: '<a><b>1</b></a>' },
  '/broken-xml': { type: 'text/xml', body: '<a>' },
  '/latin1': { type: 'text/plain; charset=iso-8859-1', bytes: [0x5a, 0x6f, 0xeb] },
  '/bom': { type: 'text/plain', bytes: [0xef, 0xbb, 0xbf, 0x61] },
  '/chunks': { type: 'text/plain', headers: NOSNIFF, chunks: ['one ', 'two'] },
  '/split': { type: 'text/plain', headers: NOSNIFF, chunks: [[0xc3], [0xab]] },
  '/moved': { status: 302, headers: { location: 'json' } },
}

export function bytesOf({ body = '', bytes }) {
  return bytes ? new Uint8Array(bytes) : new TextEncoder().encode(body)
}

export function headersOf({ type, headers }) {
  return { ...(type && { 'content-type': type }), ...headers }
}
