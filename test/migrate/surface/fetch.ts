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
    },
    {},
    "import { vi } from 'vitest'",
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
