import { PostMessageTransport } from 'storybook/internal/channels'
import { afterEach, expect, test, vi } from 'vitest'
import { collection } from '../../src/entries/collection.ts'
import { har } from '../../src/entries/har.ts'
import { exists, rest, sequence, text } from '../../src/entries/index.ts'
import { openapi } from '../../src/entries/openapi.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Returns the number of characters by which Storybook's own channel sends parameters to the manager. */
function sizeOf(routes: unknown): number {
  let sent = ''
  vi.stubGlobal('parent', { postMessage: (data: string) => (sent = data) })
  vi.stubGlobal('location', new URL('https://storybook.test/iframe.html'))
  const event = { type: 'storyPrepared', args: [{ id: 'users--all', parameters: { mynah: { routes } } }], from: 'x' }
  new PostMessageTransport({ page: 'preview' }).send(event)
  return sent.length
}

const big = Array.from({ length: 5000 }, (_, id) => ({ id, text: `${id} `.padEnd(190, 'x') }))
const url = 'https://api.test/big'
const content = { mimeType: 'application/json', text: JSON.stringify(big) }
const entry = {
  request: { method: 'GET', url, headers: [], queryString: [] },
  response: { status: 200, headers: [], content },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Big', version: '1' },
  paths: {
    '/big': { get: { responses: { 200: { description: 'Big', content: { 'application/json': { example: big } } } } } },
  },
}

test.each<[string, unknown]>([
  ['a list', [rest.get('/big', big)]],
  ['a record', { big: rest.get('/big', big) }],
  ['the path as a RegExp', [rest.get(/big/, big)]],
  ['a text', [rest.get('/big', text(JSON.stringify(big)))]],
  ['a sequence', [rest.get('/big', sequence(big, []))]],
  ['a header', [rest.get('/big', {}, { headers: { big: JSON.stringify(big) } })]],
  ['a condition', [rest.post('/big', {}, { match: { headers: { big: exists() }, body: big } })]],
  ['an API with settings', [rest.at('/api', { headers: { big: JSON.stringify(big) } }).get('/big', big)]],
  ['a resolver', [rest.get('/big', () => big)]],
  ['a collection', [...collection('/big', big)]],
  ['an archive', har({ log: { entries: [entry] } })],
  ['examples of a document', openapi(document).examples()],
])('1 MB of routes adds less than 1 kB to what Storybook sends to its manager: %s', (_, routes) => {
  const added = sizeOf(routes) - sizeOf([])
  expect(added).toBeGreaterThan(0)
  expect(added).toBeLessThan(1000)
})
