import type { Page } from '@playwright/test'
import { cut, networkError, passthrough, rest, sse } from 'mynah'
import { expect, test } from '../test.ts'

/** What a page observes of a request by fetch. */
async function ask(page: Page, url: string, init?: RequestInit): Promise<unknown> {
  return page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url as string, init as RequestInit)
        return [response.status, await response.text()]
      } catch (error) {
        return (error as Error).message
      }
    },
    [url, init] as const,
  )
}

test('routes answer, overrides come first, the journal has the calls of the application alone', async ({
  page,
  mocks,
}) => {
  await page.goto('/')
  expect(await page.evaluate('window.loaded')).toBe(true)
  expect(await ask(page, '/api/users')).toEqual([200, '[{"id":1,"name":"Ada"}]'])
  mocks.use(rest.get('/api/users', [], { status: 203 }))
  expect(await ask(page, '/api/users')).toEqual([203, '[]'])
  expect(mocks.calls().map(({ request, from }) => `${from} ${request.method} ${request.url}`)).toEqual(
    Array(2).fill('page GET http://localhost:3123/api/users'),
  )
})

test('an expectation sees the body', async ({ page, mocks }) => {
  mocks.expect(rest.post('/api/users', { id: 2 }, { status: 201, match: { body: { name: 'Bob' } } }))
  await page.goto('/')
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Bob"}' }
  expect(await ask(page, '/api/users', init)).toEqual([201, '{"id":2}'])
  const [call] = await mocks.waitFor('POST /api/users')
  expect(call?.request.body).toEqual({ name: 'Bob' })
})

test.describe('the option routes', () => {
  test.use({ routes: [[rest.get('/api/teams', ['a']), rest.get('/api/roles', ['b'])], { scope: 'test' }] })
  test('takes the place of the routes', async ({ page, mocks }) => {
    await page.goto('/')
    expect(await ask(page, '/api/teams')).toEqual([200, '["a"]'])
    expect(await ask(page, '/api/roles')).toEqual([200, '["b"]'])
    expect((await mocks.explain('http://localhost:3123/api/users')).stub).toBeUndefined()
  })
})

test('all cookies are set, HttpOnly ones too, and sent back', async ({ page, context, mocks }) => {
  const headers = new Headers([
    ['set-cookie', 'a=1; Path=/'],
    ['set-cookie', 'b=2; Path=/; HttpOnly'],
  ])
  mocks.use(rest.post('/api/login', () => new Response(null, { headers })))
  mocks.use(rest.get('/api/me', ({ request }) => request.cookies))
  await page.goto('/')
  await ask(page, '/api/login', { method: 'POST' })
  expect(await page.evaluate('document.cookie')).toContain('a=1')
  const cookies = (await context.cookies()).map(({ name, value, httpOnly }) => [name, value, httpOnly])
  expect(cookies).toContainEqual(['a', '1', false])
  expect(cookies).toContainEqual(['b', '2', true])
  expect(await ask(page, '/api/me')).toEqual([200, '{"a":"1","b":"2"}'])
})

test('a redirect is followed among the stubs', async ({ page, mocks }) => {
  mocks.use(rest.get('/api/old', () => Response.redirect('http://localhost:3123/api/users', 307)))
  await page.goto('/')
  expect(await ask(page, '/api/old')).toEqual([200, '[{"id":1,"name":"Ada"}]'])
})

test('network errors, cut bodies and passthrough()', async ({ page, mocks }) => {
  mocks.use(
    rest.get('/api/down', networkError('ECONNREFUSED')),
    rest.get('/api/cut', cut('{"id":1}', 3)),
    rest.get('/api/real', passthrough()),
  )
  const failures: (string | undefined)[] = []
  page.on('requestfailed', (request) => failures.push(request.failure()?.errorText))
  await page.goto('/')
  expect(await ask(page, '/api/down')).toBe('Failed to fetch')
  expect(await ask(page, '/api/cut')).toBe('Failed to fetch')
  expect(await ask(page, '/api/real')).toEqual([200, '{"from":"network"}'])
  expect(failures).toEqual(['net::ERR_CONNECTION_REFUSED', 'net::ERR_CONTENT_LENGTH_MISMATCH'])
})

test('EventSource, XMLHttpRequest, beacons, popups and workers are answered', async ({ page, mocks }) => {
  mocks.use(rest.get('/api/events', sse(['one', { event: 'named', data: { id: 2 } }])), rest.post('/api/log', null))
  await page.goto('/')
  const events = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const seen: string[] = []
        const source = new EventSource('/api/events')
        source.onmessage = ({ data }) => seen.push(data)
        source.addEventListener('named', ({ data }) => {
          source.close()
          resolve([...seen, data])
        })
      }),
  )
  expect(events).toEqual(['one', '{"id":2}'])
  const byXhr = page.evaluate(
    () =>
      new Promise((resolve) => {
        const xhr = new XMLHttpRequest()
        xhr.open('GET', '/api/users')
        xhr.onload = () => resolve(xhr.responseText)
        xhr.send()
      }),
  )
  expect(await byXhr).toBe('[{"id":1,"name":"Ada"}]')
  await page.evaluate(() => navigator.sendBeacon('/api/log', 'hi'))
  const [log] = await mocks.waitFor('POST /api/log')
  expect(log?.request.text).toBe('hi')
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate("void window.open('/popup')")])
  await popup.waitForLoadState()
  expect(await ask(popup, '/api/users')).toEqual([200, '[{"id":1,"name":"Ada"}]'])
  const byWorker = page.evaluate(
    () =>
      new Promise((resolve) => {
        const worker = new Worker('/worker.js')
        worker.onmessage = ({ data }) => resolve(data)
        worker.postMessage('/api/users')
      }),
  )
  expect(await byWorker).toEqual([{ id: 1, name: 'Ada' }])
})

test('a document and an image that stubs take', async ({ page, mocks }) => {
  mocks.use(
    rest.get(
      '/',
      new Response('<title>mocked</title><img src=/api/a.svg>', { headers: { 'content-type': 'text/html' } }),
    ),
    rest.get(
      '/api/a.svg',
      new Response('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>', {
        headers: { 'content-type': 'image/svg+xml' },
      }),
    ),
  )
  await page.goto('/')
  expect(await page.title()).toBe('mocked')
  expect(await page.evaluate('document.images[0].naturalWidth')).toBe(7)
  expect(mocks.calls()).toHaveLength(2)
})

test("the test's own page.route wins", async ({ page, mocks }) => {
  await page.route('**/api/users', (route) => route.fulfill({ json: 'own' }))
  await page.goto('/')
  expect(await ask(page, '/api/users')).toEqual([200, '"own"'])
  expect(mocks.calls()).toEqual([])
})

test('another origin is answered, with a preflight', async ({ page, mocks }) => {
  mocks.use(rest.put('https://api.test/users/1', ({ request }) => request.body))
  await page.goto('/')
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
  expect(await ask(page, 'https://api.test/users/1', init)).toEqual([200, '{"a":1}'])
})

test('a page that closes during a delay ends the request', async ({ page, mocks }) => {
  mocks.use(rest.get('/api/slow', [], { delay: 3_600_000 }))
  await page.goto('/')
  await page.evaluate("void fetch('/api/slow').catch(() => {})")
  await expect.poll(() => mocks.calls('GET /api/slow').length).toBe(1)
  await page.close()
  await expect.poll(() => mocks.calls('GET /api/slow')[0]?.outcome).toBe('aborted')
})

test('a context that closes during a delay ends the request', async ({ context, page, mocks }) => {
  mocks.use(rest.get('/api/slow', [], { delay: 3_600_000 }))
  await page.goto('/')
  await page.evaluate("void fetch('/api/slow').catch(() => {})")
  await expect.poll(() => mocks.calls('GET /api/slow').length).toBe(1)
  await context.close()
  await expect.poll(() => mocks.calls('GET /api/slow')[0]?.outcome).toBe('aborted')
})

test('a page that aborts a request during a delay ends it', async ({ page, mocks }) => {
  mocks.use(rest.get('/api/slow', [], { delay: 3_600_000 }))
  await page.goto('/')
  await page.evaluate(`
    window.controller = new AbortController()
    window.asked = fetch('/api/slow', { signal: controller.signal }).catch(({ name }) => name)
    void 0
  `)
  await expect.poll(() => mocks.calls('GET /api/slow').length).toBe(1)
  expect(await page.evaluate('controller.abort(), asked')).toBe('AbortError')
  await expect.poll(() => mocks.calls('GET /api/slow')[0]?.outcome).toBe('aborted')
})

test('a delay that outlasts the test does not hold it up', async ({ page, mocks }) => {
  mocks.use(rest.get('/api/slow', [], { delay: 3_600_000 }))
  await page.goto('/')
  await page.evaluate("void fetch('/api/slow').catch(() => {})")
  await expect.poll(() => mocks.calls('GET /api/slow').length).toBe(1)
})

test.describe('a baseURL without a scheme', () => {
  test.use({ baseURL: 'localhost:3000' })

  test('ended each test with the error "Invalid URL" of mynah', async ({ page, mocks }) => {
    await expect(page.goto('/')).rejects.toThrow('Cannot navigate to invalid URL')
    expect(mocks.calls()).toEqual([])
  })
})
