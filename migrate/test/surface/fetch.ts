import { type Row, rowsOf } from './row.ts'

export const FETCH: readonly Row[] = [
  ...rowsOf(
    'fetch',
    {
      'global.fetch = vi.fn(() => Promise.resolve({ json: () => Promise.resolve({ id: 1 }) }))':
        'mocks.use.all(/.*/, { id: 1 })',
      'globalThis.fetch = vi.fn(() => Promise.resolve({ json: () => Promise.resolve({ id: 1 }) }))':
        'mocks.use.all(/.*/, { id: 1 })',
      'window.fetch = vi.fn().mockResolvedValue({ ok: true, json: async () => ({ id: 1 }) })':
        'mocks.use.all(/.*/, { id: 1 })',
      'global.fetch = vi.fn().mockResolvedValueOnce({ ok: true, status: 200, json: async () => ({ id: 1 }) })':
        'mocks.use.all(/.*/, { id: 1 }, { times: 1 })',
      "global.fetch = vi.fn().mockResolvedValue({ ok: false, status: 500, json: async () => ({ error: 'down' }) })":
        "mocks.use.all(/.*/, status(500, { error: 'down' }))",
      "global.fetch = vi.fn().mockResolvedValue({ ok: true, text: () => Promise.resolve('a') })":
        "mocks.use.all(/.*/, text('a'))",
      'global.fetch = vi.fn().mockResolvedValue({ ok: true, json: vi.fn().mockResolvedValue({ id: 1 }) })':
        'mocks.use.all(/.*/, { id: 1 })',
      "global.fetch = vi.fn().mockResolvedValue({ ok: true, headers: new Headers({ 'x-a': '1' }), json: async () => ({ id: 1 }) })":
        "mocks.use.all(/.*/, { id: 1 }, { headers: { 'x-a': '1' } })",
      "global.fetch = vi.fn().mockResolvedValue({ ok: true, blob: async () => new Blob(['a']) })":
        "mocks.use.all(/.*/, new Blob(['a']))",
      'global.fetch = vi.fn().mockResolvedValue({ ok: true, arrayBuffer: async () => new Uint8Array([1]).buffer })':
        'mocks.use.all(/.*/, new Uint8Array([1]).buffer)',
      "global.fetch = vi.fn().mockResolvedValue(new Response('a'))": "mocks.use.all(/.*/, text('a'))",
      'global.fetch = vi.fn().mockResolvedValue(Response.json({ id: 1 }, { status: 201 }))':
        'mocks.use.all(/.*/, status(201, { id: 1 }))',
      "global.fetch = vi.fn().mockResolvedValue(new Response(JSON.stringify({ id: 1 }), { status: 201, headers: { 'x-a': '1' } }))":
        "mocks.use.all(/.*/, { id: 1 }, { status: 201, headers: { 'x-a': '1' } })",
      "global.fetch = vi.fn().mockRejectedValue(new Error('down'))":
        "mocks.use.all(/.*/, networkError(new Error('down')))",
      "global.fetch = vi.fn(() => Promise.reject(new Error('down')))":
        "mocks.use.all(/.*/, networkError(new Error('down')))",
      "global.fetch = vi.fn(() => { throw new Error('down') })": "mocks.use.all(/.*/, networkError(new Error('down')))",
      'global.fetch = vi.fn(async () => Response.json([]))': 'mocks.use.all(/.*/, [])',
      "global.fetch = vi.fn(async () => { return new Response('a') })": "mocks.use.all(/.*/, text('a'))",
      'global.fetch = vi.fn(async (url) => Response.json({ url }))':
        'mocks.use.all(/.*/, async ({ request: { url } }) => Response.json({ url }))',
      "global.fetch = vi.fn(async (url) => { if (url.endsWith('/a')) return Response.json({ id: 1 }); return new Response('no', { status: 404 }) })":
        "async ({ request: { url } }) => { if (url.endsWith('/a')) return Response.json({ id: 1 }); return new Response('no', { status: 404 }) },",
      'global.fetch = vi.fn(async (url, options) => Response.json({ method: options.method }))':
        'mocks.use.all(/.*/, async ({ request: { method } }) => Response.json({ method: method }))',
      'global.fetch = vi.fn(async (url, options) => Response.json(JSON.parse(options.body)))':
        'mocks.use.all(/.*/, async ({ request: { text: body } }) => Response.json(JSON.parse(body)))',
      "global.fetch = vi.fn().mockImplementation(() => Promise.resolve(new Response('a')))":
        "mocks.use.all(/.*/, text('a'))",
      "global.fetch = vi.fn().mockImplementationOnce(() => Promise.resolve(new Response('a')))":
        "mocks.use.all(/.*/, text('a'), { times: 1 })",
      "global.fetch = vi.fn().mockReturnValue(Promise.resolve(new Response('a')))": "mocks.use.all(/.*/, text('a'))",
      "global.fetch = async () => new Response('a')": "mocks.use.all(/.*/, text('a'))",
      'global.fetch = () => Promise.resolve({ json: () => Promise.resolve({ id: 1 }) })':
        'mocks.use.all(/.*/, { id: 1 })',
      "vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('a'))": "mocks.use.all(/.*/, text('a'))",
      "vi.spyOn(global, 'fetch').mockResolvedValueOnce(new Response('a')).mockResolvedValueOnce(new Response('b'))":
        "mocks.use(rest.all(/.*/, text('a'), { times: 1 }), rest.all(/.*/, text('b'), { times: 1 }))",
      "vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ id: 1 }))":
        'mocks.use.all(/.*/, { id: 1 })',
      "vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))":
        "mocks.use.all(/.*/, networkError(new TypeError('Failed to fetch')), { times: 1 })",
      "const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('a'))\nexpect(spy).toHaveBeenCalledTimes(0)":
        'expect(mocks.calls()).toHaveLength(0)',
      "vi.stubGlobal('fetch', vi.fn(async () => Response.json([])))": 'mocks.use.all(/.*/, [])',
      "const mock = vi.fn(async () => Response.json([]))\nvi.stubGlobal('fetch', mock)": 'mocks.use.all(/.*/, [])',
      "vi.stubGlobal('fetch', async () => Response.json([]))": 'mocks.use.all(/.*/, [])',
      "Object.defineProperty(globalThis, 'fetch', { value: vi.fn(async () => Response.json([])) })":
        'mocks.use.all(/.*/, [])',
      "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch).toHaveBeenCalledWith('https://api.test/a', { method: 'POST', body: JSON.stringify({ b: 1 }) })":
        "expect(mocks.calls({ method: 'POST', path: 'https://api.test/a', match: { queries: equals({}), body: JSON.stringify({ b: 1 }) } })).not.toHaveLength(0)",
      "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch).toHaveBeenCalledWith('https://api.test/a', expect.objectContaining({ method: 'POST' }))":
        "expect(mocks.calls({ method: 'POST', path: 'https://api.test/a', match: { queries: equals({}) } })).not.toHaveLength(0)",
      'global.fetch = vi.fn(async () => Response.json([]))\nvi.restoreAllMocks()': 'mocks.use.all(/.*/, [])',
      'global.fetch = vi.fn(async () => Response.json([]))\nvi.unstubAllGlobals()': 'mocks.use.all(/.*/, [])',
      "global.fetch = vi.fn().mockResolvedValue({ ok: true, headers: { get: () => 'application/json' }, json: async () => ({ id: 1 }) })":
        "mocks.use.all(/.*/, { id: 1 }, { headers: { 'content-type': 'application/json' } })",
      'global.fetch = vi.fn().mockResolvedValue({ ok: false })': 'mocks.use.all(/.*/, status(500))',
      'global.fetch = vi.fn(async () => Response.json([]))\nfetch.mockClear()': 'mocks.use.all(/.*/, [])',
      'global.fetch = vi.fn(async () => Response.json([]))\ndelete global.fetch': 'mocks.use.all(/.*/, [])',
      'global.fetch = vi.fn(async () => Response.json([]))\nconst [url, options] = fetch.mock.calls[0]':
        'const { request: { url }, request: options } = mocks.calls()[0]',
      "global.fetch = vi.fn(async (url) => { if (url.endsWith('/a')) return Response.json({ id: 1 }); throw new Error('down') })":
        "return networkError(new Error('down'))",
      'let id = 1\nglobal.fetch = vi.fn(async () => Response.json({ id }))\nid = 2':
        'mocks.use.all(/.*/, () => ({ id }))',
      'global.fetch = vi.fn(async () => Response.json([]))\nvi.clearAllMocks()\nexpect(fetch).toHaveBeenCalledTimes(0)':
        'const earlier = mocks.calls().length',
      "const spy = vi.spyOn(globalThis, 'fetch')\nspy.mockResolvedValue(new Response('a'))":
        "mocks.use.all(/.*/, text('a'))",
      'const ok = (data, status = 200) => ({ ok: status < 400, status, json: async () => data })\nglobal.fetch = vi.fn().mockResolvedValue(ok({ id: 1 }))':
        'const ok = (data, status = 200) => Response.json(data, { status })\nmocks.use.all(/.*/, ok({ id: 1 }))',
      'async function ok(data) { return { ok: true, text: async () => data } }\nglobal.fetch = vi.fn().mockImplementation(() => ok(1))':
        'async function ok(data) { return new Response(data) }\nmocks.use.all(/.*/, () => ok(1))',
      "const ok = (data) => ({ ok: true, json: async () => data })\nglobal.fetch = vi.fn((url) => Promise.resolve(url.endsWith('/a') ? ok(1) : ok(2)))":
        "mocks.use.all(/.*/, ({ request: { url } }) => url.endsWith('/a') ? ok(1) : ok(2))",
      'const answer = (data, ok = true) => { global.fetch = vi.fn().mockResolvedValue({ ok, json: async () => data }) }\nanswer({ id: 1 })':
        'mocks.use.all(/.*/, status(ok ? 200 : 500, data))',
      "global.fetch = vi.fn().mockResolvedValue({ ok: true, headers: { get: (name) => (name === 'x-a' ? '1' : null) }, json: async () => ({ id: 1 }) })":
        "mocks.use.all(/.*/, { id: 1 }, { headers: { 'x-a': '1' } })",
      "global.fetch = vi.fn().mockResolvedValue({ ok: true, headers: new Map([['x-a', '1']]), json: async () => ({ id: 1 }) })":
        "mocks.use.all(/.*/, { id: 1 }, { headers: { 'x-a': '1' } })",
      'global.fetch = vi.fn().mockResolvedValue({ ok: true, json: vi.fn(async () => ({ id: 1 })) })':
        'mocks.use.all(/.*/, { id: 1 })',
      "global.fetch = vi.fn().mockResolvedValue({ ok: false, status: 500, json: () => Promise.reject(new Error('no body')) })":
        'mocks.use.all(/.*/, status(500))',
      'global.fetch = vi.fn().mockResolvedValue({ status: 204 })': 'mocks.use.all(/.*/, status(204))',
      'global.fetch = vi.fn(() => new Promise(() => {}))': 'mocks.use.all(/.*/, undefined, { delay: Infinity })',
      "global.fetch = vi.fn(() => new Promise((resolve) => setTimeout(() => resolve(new Response('a')), 20)))":
        "mocks.use.all(/.*/, text('a'), { delay: 20 })",
      'global.fetch = vi.fn((url, { method }) => Promise.resolve({ ok: true, json: async () => ({ method }) }))':
        'mocks.use.all(/.*/, ({ request: { method } }) => ({ method }))',
      "global.fetch = vi.fn(async (input) => new Response(typeof input === 'string' ? input : input.url))":
        'mocks.use.all(/.*/, async ({ request: { url: input } }) => new Response(input))',
      "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0]).toEqual(['https://api.test/a', { method: 'POST' }])":
        "expect(mocks.calls({ method: 'POST', path: 'https://api.test/a', match: { queries: equals({}) } })).toContainEqual(mocks.calls()[0])",
      "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0][1]).toMatchObject({ method: 'POST' })":
        "expect(mocks.calls({ method: 'POST' })).toContainEqual(mocks.calls()[0])",
      "global.fetch = vi.fn(async () => Response.json([]))\nconst call = fetch.mock.calls[0]\nexpect(call[1].method).toBe('POST')":
        "const call = mocks.calls()[0]\nexpect(call.request.method).toBe('POST')",
      "global.fetch = vi.fn(async () => Response.json([]))\nconst found = fetch.mock.calls.find(([url]) => url.endsWith('/a'))":
        "const found = mocks.calls().find(({ request: { url } }) => url.endsWith('/a'))",
      'global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch).toHaveBeenCalledWith(`https://${host}/a`)':
        "expect(mocks.calls({ method: 'GET', match: ({ url }) => url === new URL(`https://${host}/a`).href })).not.toHaveLength(0)",
      "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ method: 'POST' }))":
        "expect(mocks.calls({ method: 'POST' })).not.toHaveLength(0)",
    },
    {
      'global.fetch = vi.fn(async (...args) => Response.json(args))':
        'write the parameters of this function one by one, and then as ({ request }) => payload',
      'global.fetch = vi.fn().mockResolvedValue({ ok: true, formData: async () => new FormData() })':
        'this response has formData: write its payload, as mocks.use.get(path, payload)',
      "vi.mocked(fetch).mockResolvedValue(new Response('a'))":
        'name the file too that puts a function in place of this fetch, once for all tests: global.fetch = jest.fn()',
    },
    "import { vi } from 'vitest'",
  ),
  ...rowsOf(
    'fetch',
    {
      'globalThis.fetch = mock.fn(async () => Response.json({ id: 1 }))': 'mocks.use.all(/.*/, { id: 1 })',
      "mock.method(globalThis, 'fetch', async () => Response.json({ id: 1 }))": 'mocks.use.all(/.*/, { id: 1 })',
      "mock.method(globalThis, 'fetch', async () => Response.json(1))\nfetch.mock.mockImplementation(async () => Response.json(2))":
        'mocks.use.all(/.*/, 2)',
      "mock.method(globalThis, 'fetch', async () => Response.json(1))\nfetch.mock.mockImplementationOnce(async () => Response.json(2))":
        'mocks.use(rest.all(/.*/, 2, { times: 1 }), rest.all(/.*/, 1))',
      "mock.method(globalThis, 'fetch', async () => Response.json(1))\nconst count = fetch.mock.callCount()":
        'const count = mocks.calls().length',
      "mock.method(globalThis, 'fetch', async () => Response.json(1))\nassert.equal(fetch.mock.calls[0].arguments[0], 'https://api.test/a')":
        "assert.equal(mocks.calls()[0].request.url, 'https://api.test/a')",
      "mock.method(globalThis, 'fetch', async () => Response.json(1))\nassert.equal(fetch.mock.calls[0].arguments[1].method, 'POST')":
        "assert.equal(mocks.calls()[0].request.method, 'POST')",
      "mock.method(globalThis, 'fetch', async () => Response.json(1))\nfetch.mock.resetCalls()":
        'mocks.use.all(/.*/, 1)',
      "mock.method(globalThis, 'fetch', async () => Response.json(1))\nfetch.mock.restore()": 'mocks.reset()',
    },
    {
      "mock.method(globalThis, 'fetch')": 'a spy without an answer lets requests through: passthrough does so here',
    },
    "import { mock } from 'node:test'",
  ),
  ...rowsOf(
    'fetch',
    {
      "jest.spyOn(global, 'fetch').mockResolvedValue(new Response('a'))": "mocks.use.all(/.*/, text('a'))",
      'global.fetch = jest.fn().mockResolvedValueOnce(Response.json(1)).mockResolvedValueOnce(Response.json(2))':
        'mocks.use(rest.all(/.*/, 1, { times: 1 }), rest.all(/.*/, 2, { times: 1 }))',
    },
    {},
  ),
]
