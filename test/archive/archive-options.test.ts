import { expect, test } from 'vitest'
import { show } from '../../src/core/show.ts'
import { type ArchiveOptions, har } from '../../src/entries/har.ts'
import { MynahError, RouteDefinitionError } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { archiveOf, askFetch, type EntryShape } from './support.ts'

const API = 'https://api.test'
const status = async (url: string, body?: string) => {
  const type = { 'content-type': 'application/json' }
  return (await askFetch(url, body === undefined ? {} : { method: 'POST', headers: type, body })).status
}

const leftOut: readonly { title: string; entry: EntryShape }[] = [
  { title: 'no response', entry: { url: `${API}/a`, response: null } },
  { title: 'status 0', entry: { url: `${API}/a`, response: { status: 0, _error: 'net::ERR_ABORTED' } } },
  { title: 'status 101', entry: { url: `${API}/a`, status: 101 } },
  { title: 'status 600', entry: { url: `${API}/a`, status: 600 } },
  { title: 'a data URL', entry: { url: 'data:text/plain,a' } },
  { title: 'a blob URL', entry: { url: 'blob:https://api.test/1' } },
  { title: 'a WebSocket', entry: { url: 'wss://api.test/a', status: 101, more: { _webSocketMessages: [] } } },
  { title: 'a WebSocket with a status', entry: { url: 'ws://api.test/a' } },
  { title: 'a WebSocket over http', entry: { url: `${API}/a`, more: { _resourceType: 'websocket' } } },
  { title: 'an extension’s URL', entry: { url: 'chrome-extension://abc/a.js' } },
]

test.each(leftOut)('an entry is left out: $title', ({ entry }) => {
  expect(har(archiveOf(entry))).toEqual([])
})

test('an entry that is no WebSocket is not left out, although its tool writes the field for each', () => {
  expect(har(archiveOf({ url: `${API}/a`, more: { _webSocketMessages: null } }))).toHaveLength(1)
})

test('filter leaves out the entries that it refuses', () => {
  const archive = archiveOf({ url: `${API}/a` }, { url: `${API}/b` })
  const stubs = har(archive, { filter: ({ request }) => request.url.endsWith('/b') })
  expect(stubs.map(({ path }) => path)).toEqual([`${API}/b`])
})

test('an async filter kept every entry', () => {
  expect(() => har(archiveOf({ url: `${API}/a` }), { filter: (async () => false) as never })).toThrow(
    'An async filter cannot match: entries are chosen synchronously',
  )
})

test('ignore.queries: these names do not count, there or not', async () => {
  startForgiving(har(archiveOf({ url: `${API}/a?t=1&page=2` }), { ignore: { queries: ['t'] } }))
  expect(await status(`${API}/a?page=2&t=9`)).toBe(200)
  expect(await status(`${API}/a?page=2`)).toBe(200)
  expect(messageOf(await rejectionOf(fetch(`${API}/a?page=3&t=1`)))).toMatch(/^No stub answers/)
})

test('ignore.queries: requests that differ in nothing else are one', () => {
  const archive = archiveOf({ url: `${API}/a?t=1` }, { url: `${API}/a?t=2` })
  expect(har(archive, { ignore: { queries: ['t'] } })).toHaveLength(1)
})

test('ignore.body: any body is answered', async () => {
  const postData = { mimeType: 'application/json', text: '{"at":1}' }
  start(har(archiveOf({ method: 'POST', url: `${API}/a`, postData }), { ignore: { body: true } }))
  expect(await status(`${API}/a`, '{"at":2}')).toBe(200)
})

interface Ignoring {
  readonly title: string
  readonly ignored: readonly string[]
  readonly recorded: string
  readonly asked: string
  readonly type?: string
  readonly isMiss?: true
}
const FORM = 'application/x-www-form-urlencoded'

const fields: readonly Ignoring[] = [
  { title: 'another value', ignored: ['id'], recorded: '{"id":1,"m":"a"}', asked: '{"m":"a","id":2}' },
  { title: 'a field that is missing', ignored: ['id'], recorded: '{"id":1,"m":"a"}', asked: '{"m":"a"}' },
  { title: 'a field that was not recorded', ignored: ['id'], recorded: '{"m":"a"}', asked: '{"m":"a","id":2}' },
  {
    title: 'a value of another kind',
    ignored: ['id'],
    recorded: '{"id":{"n":1},"m":"a"}',
    asked: '{"id":[],"m":"a"}',
  },
  {
    title: 'an inner field',
    ignored: ['params.at'],
    recorded: '{"params":{"at":1,"n":1}}',
    asked: '{"params":{"at":2,"n":1}}',
  },
  {
    title: 'an inner field, and another one that differs',
    ignored: ['params.at'],
    recorded: '{"params":{"at":1,"n":1}}',
    asked: '{"params":{"at":2,"n":2}}',
    isMiss: true,
  },
  {
    title: 'a field of the same name further in, which is not named',
    ignored: ['id'],
    recorded: '{"user":{"id":1}}',
    asked: '{"user":{"id":2}}',
    isMiss: true,
  },
  {
    title: 'a field of each element',
    ignored: ['items.id'],
    recorded: '{"items":[{"id":1,"n":1},{"id":2,"n":2}]}',
    asked: '{"items":[{"id":8,"n":1},{"id":9,"n":2}]}',
  },
  {
    title: 'a field of a list of lists',
    ignored: ['rows.id'],
    recorded: '{"rows":[[{"id":1}],[]]}',
    asked: '{"rows":[[{"id":2}],[]]}',
  },
  { title: 'a batch', ignored: ['id'], recorded: '[{"id":1,"m":"a"}]', asked: '[{"id":2,"m":"a"}]' },
  {
    title: 'a batch of another length',
    ignored: ['id'],
    recorded: '[{"id":1}]',
    asked: '[{"id":1},{"id":2}]',
    isMiss: true,
  },
  { title: 'a field of a form', ignored: ['t'], recorded: 'a=1&t=1', asked: 'a=1&t=2', type: FORM },
  {
    title: 'a field with brackets and dots',
    ignored: ['a.b[t]'],
    recorded: 'a=1&a.b[t]=1',
    asked: 'a=1&a.b[t]=2',
    type: FORM,
  },
  {
    title: 'JSON that is sent as text, as by a beacon',
    ignored: ['t'],
    recorded: '{"t":1,"n":1}',
    asked: '{"t":2,"n":1}',
    type: 'text/plain',
  },
  { title: 'another text', ignored: ['t'], recorded: 't=1', asked: 't=2', type: 'text/plain', isMiss: true },
  { title: 'no object', ignored: ['t'], recorded: '1', asked: '2', isMiss: true },
]

test.each(fields)('ignore.body: $title', async ({ ignored, recorded, asked, type = 'application/json', isMiss }) => {
  const postData = { mimeType: type, text: recorded }
  startForgiving(har(archiveOf({ method: 'POST', url: `${API}/a`, postData }), { ignore: { body: ignored } }))
  const answer = fetch(`${API}/a`, { method: 'POST', headers: { 'content-type': type }, body: asked })
  const seen = await answer.then(() => 'answered', messageOf)
  expect(seen.split(' ', 2).join(' ')).toBe(isMiss ? 'No stub' : 'answered')
})

test('ignore.body: requests that differ in nothing else are answered in order', async () => {
  const entry = (id: number) => ({
    method: 'POST',
    url: `${API}/a`,
    status: 200 + id,
    postData: { mimeType: 'application/json', text: `{"id":${id}}` },
  })
  start(har(archiveOf(entry(0), entry(1)), { ignore: { body: ['id'] } }))
  expect([await status(`${API}/a`, '{"id":7}'), await status(`${API}/a`, '{"id":7}')]).toEqual([200, 201])
})

const offers: readonly {
  title: string
  url?: string
  asked: string
  ignore?: ArchiveOptions['ignore']
  offer?: string
}[] = [
  { title: 'a field', asked: '{"id":2,"p":[{"at":1}]}', offer: "{ body: ['id'] }" },
  { title: 'fields further in', asked: '{"id":2,"p":[{"at":2}]}', offer: "{ body: ['id', 'p.at'] }" },
  { title: 'a field that was not recorded', asked: '{"id":1,"p":[{"at":1}],"t":1}', offer: "{ body: ['t'] }" },
  {
    title: 'a query too',
    url: `${API}/a?t=1`,
    asked: '{"id":2,"p":[{"at":1}]}',
    offer: "{ queries: ['t'], body: ['id'] }",
  },
  {
    title: 'what is ignored already stays',
    asked: '{"id":2,"p":[{"at":1}]}',
    ignore: { queries: ['q'], body: ['x'] },
    offer: "{ queries: ['q'], body: ['x', 'id'] }",
  },
  { title: 'another number of elements', asked: '{"id":2,"p":[]}' },
  { title: 'a body of another kind', asked: '[]' },
  { title: 'another path', url: `${API}/b`, asked: '{"id":2,"p":[{"at":1}]}' },
]

test.each(offers)(
  'the report offers to ignore what differs: $title',
  async ({ url = `${API}/a`, asked, ignore = {}, offer }) => {
    const postData = { mimeType: 'application/json', text: '{"id":1,"p":[{"at":1}]}' }
    startForgiving(har(archiveOf({ method: 'POST', url: `${API}/a`, postData }), { ignore }))
    const type = { 'content-type': 'application/json' }
    const message = messageOf(await rejectionOf(fetch(url, { method: 'POST', headers: type, body: asked })))
    const line = message.split('\n').find((one) => one.startsWith('To ignore it: '))
    expect(line).toBe(offer && `To ignore it: har(…, { ignore: ${offer} })`)
  },
)

test('origin: another origin answers instead of the recorded ones', async () => {
  startForgiving(har(archiveOf({ url: `${API}/a` }), { origin: 'http://localhost:3000' }))
  expect(await status('http://localhost:3000/a')).toBe(200)
  expect(messageOf(await rejectionOf(fetch(`${API}/a`)))).toMatch(/^No stub answers/)
})

test("origin: 'any' answers at any origin", async () => {
  start(har(archiveOf({ url: `${API}/a` }, { url: `${API}//b/c` }), { origin: 'any' }))
  expect(await status('http://one.test/a')).toBe(200)
  expect(await status('http://two.test//b/c')).toBe(200)
})

test('a text with a byte order mark is taken', () => {
  expect(har(`\ufeff${JSON.stringify(archiveOf({ url: `${API}/a` }))}`)).toHaveLength(1)
})

const wrong: readonly { title: string; archive: unknown; problem: string }[] = [
  { title: 'nothing', archive: undefined, problem: 'it is nothing' },
  { title: 'an empty text', archive: '', problem: 'its text is not JSON: unexpected end of JSON input' },
  { title: 'a list', archive: [], problem: 'it has no log' },
  { title: 'bytes', archive: new Uint8Array(1), problem: 'it is bytes; pass the text of the archive' },
  ...['PK\x03\x04\x14', new Uint8Array([0x50, 0x4b, 3, 4])].map((archive) => ({
    title: `a ZIP file as ${typeof archive}, whose text was said not to be JSON`,
    archive,
    problem: 'it is a ZIP file; unpack it, and pass the text of the .har file in it',
  })),
  ...['\x1f\ufffd\b', '\x1f\x8b\b', new Uint8Array([0x1f, 0x8b, 8])].map((archive) => ({
    title: `a gzip file as ${typeof archive}`,
    archive,
    problem: 'it is a gzip file; unpack it, and pass the text of the .har file in it',
  })),
  { title: 'a log without entries', archive: { log: {} }, problem: 'log.entries is a list, not nothing' },
  { title: 'a wrong entry', archive: { log: { entries: [1] } }, problem: 'log.entries[0] is an object, not 1' },
  {
    title: 'an entry without a request',
    archive: { log: { entries: [{}] } },
    problem: 'log.entries[0].request is an object, not nothing',
  },
  {
    title: 'a wrong URL',
    archive: archiveOf({ url: `${API}/a` }, { url: '/users' }),
    problem: "log.entries[1].request.url is an absolute URL, not '/users'",
  },
  ...['20O', '', true, Number.NaN].map((status) => ({
    title: `the status ${show(status)}, whose entry was left out`,
    archive: archiveOf({ url: `${API}/a` }, { url: `${API}/b`, response: { status } }),
    problem: `log.entries[1].response.status is a number, not ${show(status)}`,
  })),
  {
    title: 'an unknown encoding',
    archive: archiveOf({ url: `${API}/a`, content: { encoding: 'gzip', text: 'a' } }),
    problem: "log.entries[0].response.content.encoding is 'base64' or nothing, not 'gzip'",
  },
  {
    title: 'wrong base64',
    archive: archiveOf({ url: `${API}/a`, content: { encoding: 'base64', text: 'a!' } }),
    problem: "log.entries[0].response.content.text is base64, not 'a!'",
  },
  {
    title: 'a body in another file',
    archive: archiveOf({ url: `${API}/a`, content: { size: 2, mimeType: 'application/json', _file: '1a2b.json' } }),
    problem:
      "log.entries[0].response.content is in the file '1a2b.json'; save the archive with its bodies in it, as Playwright does with content: 'embed'",
  },
  {
    title: 'wrong headers',
    archive: archiveOf({ url: `${API}/a`, response: { status: 200, headers: { a: '1' } } }),
    problem: "log.entries[0].response.headers is a list, not { a: '1' }",
  },
]

test.each(wrong)('a value that is not a HAR archive is refused: $title', ({ archive, problem }) => {
  const error = thrownBy(() => har(archive as object))
  expect(error).toBeInstanceOf(MynahError)
  expect(error).toMatchObject({
    code: 'HAR',
    message: `The archive is not a HAR archive: ${problem}\n\nhar takes a HAR 1.2 archive: its text, or the object in that text`,
  })
})

const mistaken: readonly { title: string; options: object; message: string }[] = [
  {
    title: 'an unknown one',
    options: { origins: [] },
    message: "har: 'origins' is not an option; use ignore, origin or filter",
  },
  {
    title: 'an origin with a path',
    options: { origin: 'https://api.test/v1' },
    message: "har: origin is an origin, or 'any', not 'https://api.test/v1'",
  },
  {
    title: 'a part that cannot be ignored',
    options: { ignore: { headers: ['a'] } },
    message:
      "har: ignore is { queries: [names], body: true or ['id', 'params.at'] }, or one of them, not { headers: ['a'] }",
  },
  {
    title: 'a name of a field that is none',
    options: { ignore: { body: [1] } },
    message:
      "har: ignore is { queries: [names], body: true or ['id', 'params.at'] }, or one of them, not { body: [1] }",
  },
  {
    title: 'a filter that is not a function',
    options: { filter: '/api' },
    message: "har: filter is a function of the entry, not '/api'",
  },
]

test.each(mistaken)('an option is refused: $title', ({ options, message }) => {
  const error = thrownBy(() => har(archiveOf(), options as ArchiveOptions))
  expect(error).toBeInstanceOf(RouteDefinitionError)
  expect(messageOf(error)).toBe(message)
})
