import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { runRoutes } from '../../../src/command/routes.ts'
import { har } from '../../../src/entries/har.ts'
import type { Stub } from '../../../src/entries/index.ts'
import { startForgiving } from '../../promises/support.ts'
import { messagesIn } from '../../types/messages.ts'
import { temporaryFile } from '../record/recording.ts'
import { type Asked, archiveOf, askFetch, type EntryShape } from '../support.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const API = 'https://api.test'
const header = (name: string, value: string) => ({ name, value })
const JSON_TYPE = header('Content-Type', 'application/json')
const text = (body: string, mimeType: string) => ({ size: body.length, mimeType, text: body })
const json = (value: unknown) => text(JSON.stringify(value), 'application/json')
const users = {
  users: [
    { id: 1, name: 'Ada Lovelace', tags: ['a', 'b'] },
    { id: 2, name: "O'Hara", tags: [] },
  ],
  total: 2,
  next: null,
}

/** Entries of each kind, each with how to ask for it. */
const entries: { recorded: EntryShape; asked?: Asked & { url?: string } }[] = [
  { recorded: { url: `${API}/users?page=1&token=(hidden)`, content: json(users) } },
  { recorded: { url: `${API}/users?page=2`, content: json(users) } },
  {
    recorded: {
      method: 'POST',
      url: `${API}/users`,
      status: 201,
      headers: [header('content-type', 'application/json; charset=utf-8'), header('set-cookie', 'a=1\nb=2')],
      content: json({ id: 3 }),
      postData: json({ name: 'Eve', password: '(hidden)' }),
    },
    asked: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Eve","password":"x"}' },
  },
  { recorded: { url: `${API}/pretty`, content: text(JSON.stringify(users, null, 2), 'application/json') } },
  { recorded: { url: `${API}/odd`, content: text('{"a": 1.0}\n', 'application/json') } },
  {
    recorded: {
      url: `${API}/a:b/(x)`,
      headers: [header('content-type', 'text/html')],
      content: text("<p>it's text(1)</p>", ''),
    },
  },
  {
    recorded: {
      url: `${API}/gone`,
      response: { status: 410, statusText: 'Gone fishing', headers: [JSON_TYPE], content: json({ back: 'soon' }) },
    },
  },
  { recorded: { url: `${API}/job`, status: 202, content: json({ state: 'queued' }) } },
  { recorded: { url: `${API}/job`, content: json({ state: 'done' }) } },
  {
    recorded: {
      url: `${API}/image.png`,
      headers: [header('content-type', 'image/png')],
      content: { size: 3, mimeType: 'image/png', encoding: 'base64', text: 'AP+A' },
    },
  },
  { recorded: { method: 'DELETE', url: `${API}/users/1`, status: 204, content: null }, asked: { method: 'DELETE' } },
  { recorded: { method: 'PROPFIND', url: `${API}/files?depth=1`, status: 207 }, asked: { method: 'PROPFIND' } },
  { recorded: { url: `${API}/docs`, status: 301, headers: [header('location', '/docs/')], content: null } },
  { recorded: { url: `${API}/docs/`, headers: [header('content-type', 'text/html')], content: text('docs', '') } },
  {
    recorded: { method: 'PUT', url: `${API}/note`, postData: { mimeType: 'text/plain', text: 'hello' } },
    asked: { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hello' },
  },
  { recorded: { url: `${API}/${'long/'.repeat(300)}end`, headers: [JSON_TYPE], content: json(1) } },
  { recorded: { url: `${API}/untyped`, headers: [], content: { text: 'raw' } } },
  { recorded: { url: `${API}/indented`, content: text('{\n\t"a": [1]\n}', 'application/json') } },
  { recorded: { url: `${API}/laid-out`, content: text('{\n  "a":1\n}', 'application/json') } },
  { recorded: { url: `${API}/numbers`, content: json([1e21, 1e-7, -1.5, 0]) } },
  {
    recorded: {
      url: `${API}/long`,
      headers: [JSON_TYPE, header('Report-To', 'r'.repeat(120)), header('Via', 'v'.repeat(120))],
      content: json({ text: `it's "quoted" ${'long '.repeat(30)}`, other: `it's 'quoted' "once` }),
    },
  },
  ...['/first', '/second'].map((path) => ({
    recorded: { url: `${API}${path}`, content: json('a text that both answers have '.repeat(5)) },
  })),
  {
    recorded: {
      method: 'PROPFIND',
      url: `${API}/hidden/?token=(hidden)`,
      postData: { mimeType: 'text/plain', text: '{"token":"(hidden)"}' },
    },
    asked: {
      method: 'PROPFIND',
      url: `${API}/hidden/?token=abc`,
      headers: { 'content-type': 'text/plain' },
      body: '{"token":"abc"}',
    },
  },
  {
    recorded: {
      method: 'PATCH',
      url: `${API}/hidden?q=${encodeURIComponent('{"token":"(hidden)"}')}`,
      postData: { mimeType: 'text/plain', text: '{"token":"(hidden)"}' },
    },
    asked: {
      method: 'PATCH',
      url: `${API}/hidden?q=${encodeURIComponent('{"token":"abc"}')}`,
      headers: { 'content-type': 'text/plain' },
      body: '{"token":"abc"}',
    },
  },
  { recorded: { url: `${API}/broken`, content: text('[\n  1,', 'application/json') } },
  {
    recorded: {
      url: `${API}/list`,
      content: json([
        [1, 2],
        [3, 4],
      ]),
    },
  },
  // Sequences: of equal heads, of different ones, without bodies, of bytes, and with a header twice.
  { recorded: { url: `${API}/same`, content: json({ n: 1 }) } },
  { recorded: { url: `${API}/same`, content: json({ n: 2 }) } },
  { recorded: { url: `${API}/mixed`, status: 503, headers: [header('set-cookie', 'a=1\nb=2')], content: null } },
  { recorded: { url: `${API}/mixed`, headers: [header('content-type', 'text/html')], content: text('<p>', '') } },
  { recorded: { url: `${API}/mixed`, headers: [header('x-a', '1')], content: { text: 'raw' } } },
  {
    recorded: {
      method: 'POST',
      url: `${API}/bytes`,
      postData: { mimeType: 'application/octet-stream', text: 'AP+A', _encoding: 'base64' },
    },
    asked: {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array([0, 255, 128]),
    },
  },
  {
    recorded: {
      method: 'POST',
      url: `${API}/graphql`,
      postData: { mimeType: 'application/graphql', text: '{ me }' },
    },
    asked: { method: 'POST', headers: { 'content-type': 'application/graphql' }, body: '{ me }' },
  },
  {
    recorded: {
      method: 'POST',
      url: `${API}/form`,
      postData: {
        mimeType: 'multipart/form-data',
        params: [
          { name: 'tag', value: 'a' },
          { name: 'tag', value: 'b' },
          { name: 'file', fileName: 'a.txt' },
        ],
      },
    },
    asked: {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: [
        ...['a', 'b'].map((tag) => `--b\r\nContent-Disposition: form-data; name="tag"\r\n\r\n${tag}\r\n`),
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n',
      ].join(''),
    },
  },
]

/** Entries that printed routes once answered otherwise than `har`: one request of each pair got the answer of the other. */
const pairs: readonly (readonly [method: string, path: string, type: string, body: string, asked?: string])[] = [
  ['POST', '/items', 'application/json', '{"id":1}', '{ "id": 1 }'],
  ['POST', '/items', 'application/json', '{"id":2}'],
  ['POST', '/items/', 'application/json', '{"id":1}'],
  ['PROPFIND', '/dav', 'application/json', '{"id":1,"list":[1,{"a":null}]}', '{"list":[1,{"a":null}],"id":1}'],
  ['PROPFIND', '/dav', 'application/json', '{"id":1,"list":[1,{"a":null,"b":1}]}'],
  ['PROPFIND', '/dav?q=a%20b&q=%2B', 'text/plain', 'a text'],
  ['PROPFIND', '/dav?q=a%20c', 'text/plain', 'a text'],
  ['PROPFIND', '/dav', 'application/x-www-form-urlencoded', 'a=1&a=2'],
  ['PROPFIND', '/dav', 'text/plain', '{"token":"(hidden)","n":3}', '{"token":"x","n":3}'],
  ['PUT', '/pin', 'application/x-www-form-urlencoded', '{"pin":"(hidden)","n":1}', '{"pin":"a&b=c","n":1}'],
  ['PUT', '/pin', 'application/x-www-form-urlencoded', '{"pin":"(hidden)","n":2}', '{"pin":12,"n":2}'],
  ['PATCH', '/text', 'text/plain', '{"token":"(hidden)","n":1}', '{"token":"a \\"b","n":1}'],
  ['PATCH', '/text', 'text/plain', '{"token":"(hidden)","n":2}', '{"token":"a b","n":2}'],
  ['PATCH', '/text', 'text/plain', 'token=(hidden)&n=1', 'token=x&n=1'],
  ['PATCH', '/text', 'text/plain', 'token=(hidden)&n=2', 'token=x&n=2'],
]
entries.push(
  ...pairs.map(([method, path, mimeType, sent, body = sent], index) => ({
    recorded: { method, url: API + path, postData: { mimeType, text: sent }, content: json({ pair: index }) },
    asked: { method, headers: { 'content-type': mimeType }, body },
  })),
)

const archive = archiveOf(...entries.map(({ recorded }) => recorded))

function archiveFile(value: unknown = archive): string {
  const file = temporaryFile('recording.har')
  writeFileSync(file, JSON.stringify(value))
  return file
}

/** Writes printed routes to a file of the project, with the library's sources in the library's place. */
function writeRoutes(printed: string, mynah = `${ROOT}src/entries/index.ts`): string {
  mkdirSync(`${ROOT}.vitest`, { recursive: true })
  const folder = mkdtempSync(`${ROOT}.vitest/routes-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'routes.ts')
  writeFileSync(file, printed.replace("from 'mynah'", `from '${mynah}'`))
  return file
}

async function answersOf(stubs: readonly Stub[]) {
  const mocks = startForgiving(stubs)
  const seen = []
  for (const { recorded, asked: { url = recorded.url, ...asked } = {} } of entries) {
    const { headers, ...answer } = await askFetch(url, asked)
    // A `Response` in a sequence is sent without its length.
    const { 'content-length': _length, ...others } = headers
    seen.push({ ...answer, headers: others })
  }
  mocks.stop()
  return seen
}

test('printed routes answer as har does', async () => {
  const file = writeRoutes(runRoutes([archiveFile()]))
  const { routes } = (await import(/* @vite-ignore */ file)) as { routes: readonly Stub[] }
  const routeOf = ({ method, at = '', path }: Stub) => `${method} ${at}${path}`
  expect(routes.map(routeOf)).toEqual(har(archive).map(routeOf))
  expect(await answersOf(routes)).toEqual(await answersOf(har(archive)))
})

test('two slashes at the beginning of a path: the printed routes were refused', async () => {
  const value = archiveOf({ url: `${API}//a`, content: json(1) }, { url: `${API}/b`, content: json(2) })
  const file = writeRoutes(runRoutes([archiveFile(value)]))
  const { routes } = (await import(/* @vite-ignore */ file)) as { routes: readonly Stub[] }
  startForgiving(routes)
  expect((await askFetch(`${API}//a`)).bytes.toString()).toBe('1')
})

test('an entry without an answer is printed as such', () => {
  const failed = (path: string, response: object) => ({ url: `${API}${path}`, response: { status: 0, ...response } })
  const file = archiveFile(
    archiveOf(
      failed('/reset', { _networkError: 'ECONNRESET' }),
      failed('/left', { _aborted: true }),
      failed('/flaky', { _networkError: 'ETIMEDOUT' }),
      failed('/flaky', { _aborted: true }),
      { url: `${API}/flaky`, content: json(1) },
    ),
  )
  expect(runRoutes([file, '--origin=any'])).toBe(`import { equals, networkError, rest, sequence } from 'mynah'

const api = rest.at('/', { match: { queries: equals({}) } })

export const routes = [
  api.get('/reset', networkError('ECONNRESET')),
  api.get('/left', undefined, { delay: Infinity }),
  api.get('/flaky', sequence(networkError('ETIMEDOUT'), () => new Promise(() => {}), 1)),
]
`)
})

test('paths that rest would read differently are RegExps', async () => {
  const file = archiveFile(
    archiveOf({ url: `${API}//twice/a?x=1`, content: json(1) }, { url: `${API}/docs` }, { url: `${API}/docs/?q=a b` }),
  )
  const printed = runRoutes([file, '--origin', 'any'])
  expect(printed).toContain("  rest.get(/^\\/\\/twice\\/a$/, 1, { match: { queries: equals({ x: '1' }) } }),\n")
  const { routes } = (await import(/* @vite-ignore */ writeRoutes(printed))) as { routes: readonly Stub[] }
  startForgiving(routes)
  for (const url of [`${API}//twice/a?x=1`, 'https://other.test/docs', `${API}/docs/?q=a+b`]) {
    expect([url, (await askFetch(url)).status]).toEqual([url, 200])
  }
})

test.each([
  ['a text of 12 MB', `"a\\n'${'x'.repeat(12_000_000)}`],
  ['a text of a million quotes', `'"`.repeat(500_000)],
])('%s is printed, and does not end in "Maximum call stack size exceeded"', (_what, body) => {
  const content = { mimeType: 'text/plain', text: body }
  const printed = runRoutes([archiveFile(archiveOf({ url: `${API}/a`, headers: [], content }))])
  const literal = printed.split('\n').find((line) => line.length > body.length) ?? ''
  expect(runInNewContext(literal.trim().replace(/,$/, '')) === body).toBe(true)
})

test('JSON of 5,000 levels is printed, and does not end in "Maximum call stack size exceeded"', async () => {
  const content = { mimeType: 'application/json', text: '['.repeat(5000) + ']'.repeat(5000) }
  const value = archiveOf({ method: 'POST', url: `${API}/a`, headers: [], content, postData: content })
  const file = writeRoutes(runRoutes([archiveFile(value)]))
  const { routes } = (await import(/* @vite-ignore */ file)) as { routes: readonly Stub[] }
  const asked = { method: 'POST', headers: { 'content-type': content.mimeType }, body: content.text }
  for (const stubs of [har(value), routes]) {
    const mocks = startForgiving(stubs)
    expect((await askFetch(`${API}/a`, asked)).bytes.toString()).toBe(content.text)
    mocks.stop()
  }
})

test('printed routes compile under strict settings, with nothing unused', () => {
  const file = writeRoutes(runRoutes([archiveFile()]))
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const program = ts.createProgram([file], { ...options, strict: true, noUnusedLocals: true, noEmit: true })
  expect(messagesIn(program, [file])).toBe('')
}, 600_000)

test('printed routes are formatted', async () => {
  const file = writeRoutes(runRoutes([archiveFile()]), 'mynah')
  const args = ['format', '--vcs-enabled=false', '--config-path', ROOT, file]
  const { stdout } = await promisify(execFile)(`${ROOT}node_modules/.bin/biome`, args, { cwd: join(file, '..') })
  expect(stdout).toContain('No fixes applied')
}, 30_000)

test('printed routes are short: params are not invented, and equal bodies are written once', () => {
  const user = { id: 1, name: 'Ada Lovelace', email: 'ada@example.com', address: { city: 'London' } }
  const shape = (path: string) => ({ url: `${API}${path}`, content: json(user) })
  const file = archiveFile(archiveOf(shape('/users/1'), shape('/users/2'), { url: `${API}/flags` }))
  expect(runRoutes([file, '--origin', 'any'])).toBe(`import { equals, rest } from 'mynah'

const api = rest.at('/', { match: { queries: equals({}) } })

const response1 = { id: 1, name: 'Ada Lovelace', email: 'ada@example.com', address: { city: 'London' } }

export const routes = [
  api.get('/users/1', response1),
  api.get('/users/2', response1),
  api.get('/flags', {}),
]
`)
})

test('routes of several origins have a base for each that has several', () => {
  const urls = [`${API}/a`, `${API}/b?c=1`, 'https://b.test/a', 'https://b.test/b', 'https://c.test/a']
  const printed = runRoutes([archiveFile(archiveOf(...urls.map((url) => ({ url, status: 404 }))))])
  expect(printed).toBe(`import { equals, rest } from 'mynah'

const api1 = rest.at('https://api.test')

const api2 = rest.at('https://b.test', { match: { queries: equals({}) } })

export const routes = [
  api1.get('/a', {}, { status: 404, match: { queries: equals({}) } }),
  api1.get('/b', {}, { status: 404, match: { queries: equals({ c: '1' }) } }),
  api2.get('/a', {}, { status: 404 }),
  api2.get('/b', {}, { status: 404 }),
  rest.get('https://c.test/a', {}, { status: 404, match: { queries: equals({}) } }),
]
`)
})

test('an archive in which nothing was answered is printed as an empty list', () => {
  expect(runRoutes([archiveFile(archiveOf({ url: `${API}/a`, status: 0 }))])).toBe(
    "import type { Stub } from 'mynah'\n\nexport const routes: Stub[] = []\n",
  )
})
