import { expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

const BEFORE = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { http, HttpResponse, sse } from 'msw'
import { setupServer } from 'msw/node'

const data = { id: 7 }
const server = setupServer(
  http.get('https://api.test/a', () => HttpResponse.json(1)),
  sse('https://api.test/closed', ({ client }) => {
    client.send({ event: 'b', id: '1', data })
    client.close()
  }),
  sse('https://api.test/open', ({ client }) => client.send({ data: 'a' })),
)
before(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.events.removeAllListeners())
after(() => server.close())

const seen: string[] = []
for (const _ of [1, 2]) {
  test('events', async () => {
    seen.length = 0
    server.events.on('request:match', ({ request }) => {
      seen.push('match ' + request.url)
    })
    server.events.on('request:end', () => seen.push('end'))
    server.events.once('request:start', ({ request }) => {
      seen.push('once ' + request.method)
    })
    for (const _ of [1, 2]) await fetch('https://api.test/a')
    assert.deepEqual(seen, ['once GET', 'match https://api.test/a', 'end', 'match https://api.test/a', 'end'])
  })
}

test('streams', async () => {
  const headers = { accept: 'text/event-stream' }
  const closed = await (await fetch('https://api.test/closed', { headers })).text()
  assert.deepEqual(closed.replaceAll(': ', ':').trim().split('\\n').sort(), ['data:{"id":7}', 'event:b', 'id:1'])
  const abort = new AbortController()
  const open = await fetch('https://api.test/open', { headers, signal: abort.signal })
  const reader = open.body.getReader()
  assert.match(new TextDecoder().decode((await reader.read()).value), /^data: ?a\\n\\n$/)
  const next = reader.read().then(() => 'ended', () => 'aborted')
  setTimeout(() => abort.abort(), 50)
  assert.equal(await next, 'aborted')
})
`

test('listeners and streams of msw do the same with mynah', () => {
  const { text = '', left } = rewrite(BEFORE) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(`const undos: (() => void)[] = []
before(server)
afterEach(() => { for (const undo of undos.splice(0)) undo() })
`)
  expect(text).toContain(`    undos.push(server.on('answered', ({ request }) => {
      seen.push('match ' + request.url)
    }))
    for (const event of ['answered', 'unmatched'] as const) undos.push(server.on(event, () => seen.push('end')))
    const undo = server.on('request', ({ request }) => {
      undo()
      seen.push('once ' + request.method)
    })
    undos.push(undo)
`)
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})

test.each([
  [
    'a response that may be undefined, in TypeScript',
    "server.events.on('response:mocked', ({ response }) => { seen.push(response.status) })",
    "server.on('answered', ({ response }) => { if (!response) return; seen.push(response.status) })",
  ],
  [
    'an event that is one parameter',
    "server.events.on('request:start', (event) => { seen.push(event.request.url, event.request.headers.get('a')) })",
    "server.on('request', (event) => { seen.push(event.request.url, event.request.raw.headers.get('a')) })",
  ],
  [
    'the response of such an event',
    "server.events.on('response:mocked', (event) => seen.push(event.response.status))",
    "server.on('answered', (event) => { if (!event.response) return; seen.push(event.response.status) })",
  ],
  [
    'a spy that is only counted',
    "const heard = vi.fn()\nserver.events.on('request:start', heard)\nexpect(heard).toHaveBeenCalledTimes(1)",
    "server.on('request', heard)",
  ],
])('%s was left by hand', (_, before, after) => {
  const { left, text } =
    rewrite(`import { setupServer } from 'msw/node'\n\nconst server = setupServer()\n${before}\n`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(after)
})

test.each([
  [
    "server.events.on('response:mocked', (event) => { seen.push(event.response.body) })",
    'write what it reads of a call as event.request.raw or event.response?.status',
  ],
  ["server.events.on('request:start', spy)", 'write the listener inline: it gets a call, ({ request, response }) => …'],
  ["server.events.removeListener('request:start', spy)", 'call the undo that server.on(…) returns'],
  ["server.events.on('request:end', () => {}, { once: true })", 'write server.on(name, listener)'],
  [
    "server.events.on('unhandledException', ({ error }) => { errors.push(error) })",
    'a resolver that throws fails the call and its test: expect the failure there',
  ],
])('%s stays', (line, reason) => {
  const { left } = rewrite(`import { setupServer } from 'msw/node'\n\nconst server = setupServer()\n${line}\n`) ?? {}
  expect(left).toEqual([{ line: 4, reason }])
})

test('handlers of another module may let a request pass', () => {
  const { text } =
    rewrite(
      "import { setupServer } from 'msw/node'\nimport { handlers } from './handlers.ts'\n\nconst server = setupServer(...handlers)\nserver.events.on('request:match', () => {})\n",
    ) ?? {}
  expect(text).toContain('// mynah: no event comes for a request that passthrough() lets pass\nserver.on(')
})
