import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pathOf } from '../../src/migrate/msw/path.ts'
import { rewrite } from './rewrite.ts'

const BEFORE = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { delay, http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'

const users = [{ id: 1 }]
const server = setupServer(
  http.get('https://api.test/users', () => HttpResponse.json(users)),
  http.get('*/teams', () => HttpResponse.json([{ id: 2 }], { status: 201 })),
  http.post('https://api.test/users/:id', async ({ request, params, cookies }) => {
    const body = await request.json()
    await delay(1)
    return HttpResponse.json({ body, id: params.id, cookies })
  }),
  http.get('https://api.test/head', ({ request }) => HttpResponse.text(request.url)),
  http.get('https://api.test/some', ({ request }) => {
    if (request.url.endsWith('?a')) return new HttpResponse('a', { status: 202 })
  }),
  http.get('https://api.test/real', () => passthrough()),
)
before(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
after(() => server.close())

test('all', async () => {
  server.use(http.get('https://api.test/users', () => new HttpResponse(null, { status: 404 }), { once: true }))
  assert.equal((await fetch('https://api.test/users')).status, 404)
  assert.deepEqual(await (await fetch('https://api.test/users')).json(), [{ id: 1 }])
  assert.equal((await fetch('https://api.test/v1/teams')).status, 201)
  const made = await fetch('https://api.test/users/7', { method: 'POST', body: '{"a":1}' })
  assert.deepEqual(await made.json(), { body: { a: 1 }, id: '7', cookies: {} })
  assert.equal(await (await fetch('https://api.test/head')).text(), 'https://api.test/head')
  assert.equal((await fetch('https://api.test/some?a')).status, 202)
})
`

const AFTER = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { passthrough, rest, setupMocks, status, text } from 'mynah'

const users = [{ id: 1 }]
const server = setupMocks([
  rest.get('https://api.test/users', () => Response.json(users)),
  rest.get('{/*rest}/teams', status(201, [{ id: 2 }])),
  rest.post('https://api.test/users/:id', async ({ request: { raw: request, params, cookies }, setDelay }) => {
    const body = await request.json()
    setDelay(1)
    return Response.json({ body, id: params.id, cookies })
  }),
  rest.get('https://api.test/head', ({ request }) => text(request.url)),
  rest.get('https://api.test/some', ({ request, next }) => {
    if (request.url.endsWith('?a')) return new Response('a', { status: 202 })
    return next()
  }),
  rest.get('https://api.test/real', () => passthrough()),
])
before(server)

test('all', async () => {
  server.use(rest.get('https://api.test/users', status(404), { times: 1 }))
`

describe('msw', () => {
  const result = rewrite(BEFORE)

  test('its handlers, responses and hooks become stubs, responses and the hook of the runner', () => {
    expect(result).toMatchObject({ left: [], notes: [] })
    const { text = '' } = result ?? {}
    expect(text.slice(0, text.indexOf('  assert'))).toBe(AFTER)
  })

  test('the rewritten file passes with mynah', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
    try {
      const file = join(folder, 'users.test.ts')
      const mynah = new URL('../../src/entries/index.ts', import.meta.url).href
      writeFileSync(file, (result?.text ?? '').replace("'mynah'", `'${mynah}'`))
      const { status, stdout } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8', timeout: 60_000 })
      expect({ status, stdout: status === 0 ? '' : stdout }).toEqual({ status: 0, stdout: '' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    ["{ onUnhandledRequest: 'bypass' }", "setupMocks([], { onUnmatched: 'passthrough' })", 0],
    ["{ onUnhandledRequest: 'warn' }", "setupMocks([], { onUnmatched: 'warn' })", 0],
    ['', 'setupMocks([])', 1],
  ])('listen(%s) is %s', (options, code, notes) => {
    const { text, notes: found } =
      rewrite(
        `import { setupServer } from 'msw/node'\n\nconst server = setupServer()\nbeforeAll(() => server.listen(${options}))\n`,
      ) ?? {}
    expect(text).toContain(`const server = ${code}\n`)
    expect(found).toHaveLength(notes)
  })

  test('a handler that is left by hand stays whole, beside its reason', () => {
    const handler = 'http.get(/users/, () => HttpResponse.error())'
    const { text, left } =
      rewrite(`import { http, HttpResponse } from 'msw'\n\nexport const all = [\n  ${handler},\n]\n`) ?? {}
    const reason =
      'msw tests a RegExp on the whole URL, mynah on the pathname: write the path of this handler by hand; setupMocks refuses a handler of msw'
    expect(left).toEqual([{ line: 4, reason }])
    expect(text).toContain(`  // mynah: ${reason}\n  ${handler},\n`)
  })

  test.each([
    ['/users/:id', '/users/:id'],
    ['/users/:id?', '/users{/:id}'],
    ['https://api.test/users?page=1', 'https://api.test/users'],
    ['*', '/{*rest}'],
    ['/users/*', '/users/{*rest}'],
    ['*/users/*', '{/*rest}/users/{*rest2}'],
  ])('the path %s is %s', (before, after) => {
    expect(pathOf(before)).toBe(after)
  })
})
