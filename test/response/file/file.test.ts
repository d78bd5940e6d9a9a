import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { file, RouteDefinitionError, rest, sequence } from '../../../src/entries/index.ts'
import { file as inPage } from '../../../src/response/file/file.browser.ts'
import { rejectionOf, start, startForgiving } from '../../promises/support.ts'

const URL = 'http://api.test/file'
const CONTENT = '0123456789'

let folder: string
const at = (name: string) => join(folder, name)

function write(name: string, content: string | Uint8Array = CONTENT): string {
  writeFileSync(at(name), content)
  return at(name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-file-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function ask(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(URL, { method, headers })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

test('a file is sent with its length and its type', async () => {
  start([rest.get('/file', file(write('a.txt')))])
  expect(await ask()).toEqual({
    status: 200,
    headers: { 'content-length': '10', 'content-type': 'text/plain;charset=utf-8' },
    text: CONTENT,
  })
})

test.each([
  { name: 'a.html', type: 'text/html;charset=utf-8' },
  { name: 'a.JSON', type: 'application/json' },
  { name: 'a.min.js', type: 'text/javascript;charset=utf-8' },
  { name: 'a.png', type: 'image/png' },
  { name: 'a.pdf', type: 'application/pdf' },
  { name: 'a.svg', type: 'image/svg+xml' },
  { name: 'a.unknown', type: 'application/octet-stream' },
  { name: 'README', type: 'application/octet-stream' },
])('$name is $type', async ({ name, type }) => {
  start([rest.get('/file', file(write(name)))])
  expect((await ask()).headers['content-type']).toBe(type)
})

test('a HEAD request has the headers of the file, and no body', async () => {
  start([rest.get('/file', file(write('a.txt')))])
  const { status, headers, text } = await ask({}, 'HEAD')
  expect([status, headers['content-length'], text]).toEqual([200, '10', ''])
})

test.each([
  { range: 'bytes=0-4' },
  { range: 'bytes=10-' },
  { 'if-none-match': '*' },
  { 'if-match': '"other"' },
  { 'if-modified-since': new Date().toUTCString() },
] as Record<string, string>[])('%j: a file is sent whole', async (headers) => {
  start([rest.get('/file', file(write('a.txt')))])
  expect(await ask(headers)).toMatchObject({ status: 200, text: CONTENT })
})

test('http sees the file as fetch does', async () => {
  start([rest.get('/file', file(write('a.txt')))])
  const seen = await new Promise((resolve, reject) => {
    http
      .get(URL, async (response) => {
        const chunks = await response.toArray()
        resolve([response.statusCode, response.headers['content-length'], Buffer.concat(chunks).toString()])
      })
      .on('error', reject)
  })
  expect(seen).toEqual([200, '10', CONTENT])
})

describe('the head of the stub', () => {
  test('its headers win over those of the file', async () => {
    const headers = { 'Content-Type': 'text/x-log', ETag: '"own"', 'x-team': 'red' }
    start([rest.get('/file', file(write('a.txt')), { headers })])
    expect((await ask()).headers).toEqual({
      'content-length': '10',
      'content-type': 'text/x-log',
      etag: '"own"',
      'x-team': 'red',
    })
  })

  test('its status is sent', async () => {
    start([rest.get('/file', file(write('404.html')), { status: 404 })])
    expect(await ask()).toMatchObject({ status: 404, text: CONTENT })
  })

  test('a resolver may set it', async () => {
    const resolver = rest.get('/file', ({ setHeader, setStatusCode, request }) => {
      setHeader('x-team', 'red')
      if (request.queries.fail) setStatusCode(500)
      return file(write('a.txt'))
    })
    start([resolver])
    expect(await ask()).toMatchObject({ status: 200, headers: { 'x-team': 'red' }, text: CONTENT })
    const failed = await fetch(`${URL}?fail=1`)
    expect([failed.status, await failed.text()]).toEqual([500, CONTENT])
  })
})

test('it is one of a sequence, and what a resolver returns', async () => {
  const path = write('a.txt')
  start([
    rest.get(
      '/file',
      sequence(file(path), () => file(path)),
    ),
  ])
  expect((await ask()).text).toBe(CONTENT)
  expect((await ask()).text).toBe(CONTENT)
})

test('a large file arrives whole, and an empty one too', async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  write('large.bin', bytes)
  start([rest.get('/large', file(at('large.bin'))), rest.get('/file', file(write('empty.txt', '')))])
  expect(new Uint8Array(await (await fetch('http://api.test/large')).arrayBuffer())).toEqual(bytes)
  expect(await ask()).toMatchObject({ status: 200, text: '', headers: { 'content-length': '0' } })
})

const DESCRIPTORS = '/proc/self/fd'

/** Returns how many descriptors of this process lead to a file. */
function openCount(path: string): number {
  const targets = readdirSync(DESCRIPTORS).map((name) => {
    try {
      return readlinkSync(join(DESCRIPTORS, name))
    } catch {
      // The descriptor of the folder itself is closed by now.
      return undefined
    }
  })
  return targets.filter((target) => target === path).length
}

test.skipIf(process.platform !== 'linux')(
  'a body that nobody reads kept its file open (read in /proc, of Linux)',
  async () => {
    const path = write('unread.bin', new Uint8Array(200_000))
    start([rest.get('/file', file(path))])
    await fetch(URL)
    const { body } = await fetch(URL)
    await body?.getReader().read()
    await expect.poll(() => openCount(path)).toBe(0)
  },
)

test('the file is read when it is requested', async () => {
  start([rest.get('/file', file(write('a.txt')))])
  await ask()
  writeFileSync(at('a.txt'), 'changed')
  const { text, headers } = await ask()
  expect([text, headers['content-length']]).toEqual(['changed', '7'])
})

test('a file that is gone by then fails the request and the test', async () => {
  const mocks = startForgiving([rest.get('/file', file(write('gone.txt')))])
  rmSync(at('gone.txt'))
  expect(await rejectionOf(ask())).toMatchObject({ code: 'ENOENT' })
  expect(() => mocks.verify()).toThrow('ENOENT')
})

test('a file that becomes shorter while it is sent fails the body', async () => {
  write('large.bin', new Uint8Array(300_000))
  start([rest.get('/file', file(at('large.bin')))])
  const response = await fetch(URL)
  const reader = response.body?.getReader()
  await reader?.read()
  truncateSync(at('large.bin'), 10)
  const rest_ = (async () => {
    while (!(await reader?.read())?.done);
  })()
  expect(await rejectionOf(rest_)).toMatchObject({
    message: 'terminated',
    cause: { message: `${at('large.bin')} was truncated while it was being sent` },
  })
})

test('a path is relative to the working directory, or a file: URL', async () => {
  const path = write('a.txt')
  start([rest.get('/file', sequence(file(relative(process.cwd(), path)), file(pathToFileURL(path))))])
  expect([(await ask()).text, (await ask()).text]).toEqual([CONTENT, CONTENT])
})

describe('a file that cannot be sent is refused at its declaration', () => {
  test.each([
    {
      title: 'a missing file',
      written: () => file('/no/such/file.txt'),
      message: "file('/no/such/file.txt'): there is no file /no/such/file.txt",
    },
    { title: 'a folder', written: () => file('/'), message: "file('/'): / is not a file" },
    {
      title: 'a path through a file',
      written: () => file('package.json/a'),
      message: "file('package.json/a'): the file cannot be read: ENOTDIR",
    },
    {
      title: 'no path',
      written: () => file(undefined as never),
      message: 'file(undefined): it takes the path of a file, or a file: URL',
    },
    {
      title: 'an empty path',
      written: () => file(''),
      message: "file(''): it takes the path of a file, or a file: URL",
    },
    {
      title: 'a URL of the network',
      written: () => file(new globalThis.URL('https://api.test/a')),
      message: 'file([URL]): it takes the path of a file, or a file: URL',
    },
  ])('$title', ({ written, message }) => {
    let error: unknown
    try {
      written()
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(RouteDefinitionError)
    expect((error as Error).message.replace(/(ENOTDIR).*/, '$1')).toBe(message)
  })

  test('a status without a body', () => {
    const path = write('a.txt')
    expect(() => rest.get('/file', file(path), { status: 204 })).toThrow(
      new RouteDefinitionError(
        "rest.get('/file'): a response with status 204 has no body\n\nWrite  rest.get('/file', undefined, { status: 204 })",
      ),
    )
  })
})

test('is refused in a page, which has no disk', () => {
  expect(() => inPage('logo.png')).toThrow(
    expect.objectContaining({
      code: 'ENVIRONMENT',
      message:
        "file('logo.png') reads from disk, which a page cannot do; in a resolver, fetchReal() fetches a file from the page's server",
    }),
  )
})
