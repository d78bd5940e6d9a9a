// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { lendGlobals, lendRequest, lendResponse, pageBodies } from '../../../src/intercept/fetch/lend-globals.ts'

/** jsdom's own classes: the environment has Node's as globals. */
const page = (globalThis as unknown as { jsdom: { window: typeof globalThis } }).jsdom.window

const LentRequest = lendRequest(Request, (url) => `http://page.test${url}`)
const LentResponse = lendResponse(Response)

test('an environment that has a fetch keeps its own classes', () => {
  const { fetch, Request, Response } = globalThis
  lendGlobals()()
  expect([globalThis.fetch, globalThis.Request, globalThis.Response]).toEqual([fetch, Request, Response])
})

test('the classes of an environment with foreign files stayed lent when two lends were undone in order', () => {
  const { Request, Response } = globalThis
  const { Blob: ownBlob, File: ownFile } = globalThis
  Object.assign(globalThis, { Blob: page.Blob, File: page.File })
  try {
    const undos = [lendGlobals(), lendGlobals()]
    expect(globalThis.Request).not.toBe(Request)
    for (const undo of undos) undo()
    expect([globalThis.Request, globalThis.Response]).toEqual([Request, Response])
  } finally {
    Object.assign(globalThis, { Blob: ownBlob, File: ownFile })
  }
})

test.each<{ title: string; body: () => unknown; type: RegExp | undefined; text: RegExp }>([
  { title: 'no body', body: () => undefined, type: undefined, text: /^$/ },
  { title: 'a text', body: () => 'abc', type: /^text\/plain/, text: /^abc$/ },
  {
    title: 'a form of texts',
    body: () => formOf('1'),
    type: /^multipart\/form-data; boundary=/,
    text: /name="a"\r\n\r\n1\r\n/,
  },
  {
    title: 'a form with a Blob',
    body: () => formOf(blob()),
    type: /^multipart\/form-data; boundary=/,
    text: /\r\n\r\nabc\r\n/,
  },
  { title: 'a Blob', body: blob, type: /^text\/a$/, text: /^abc$/ },
  { title: 'URLSearchParams', body: () => new page.URLSearchParams({ a: '1' }), type: /urlencoded/, text: /^a=1$/ },
])('new Request and new Response take $title of jsdom', async ({ body, type, text }) => {
  const request = new LentRequest('/', { method: 'POST', body: body() as BodyInit })
  const response = new LentResponse(body() as BodyInit)
  for (const made of [request, request.clone(), response]) {
    if (type) expect(made.headers.get('content-type')).toMatch(type)
    else expect(made.headers.get('content-type')).toBe(null)
    expect(await made.clone().text()).toMatch(text)
  }
})

test("a Request's own content type stays, and a page's signal aborts it", () => {
  const { signal } = new page.AbortController()
  const headers = { 'content-type': 'text/a' }
  const request = new LentRequest('/users', { method: 'POST', headers, body: formOf('1'), signal })
  expect([request.url, request.headers.get('content-type')]).toEqual(['http://page.test/users', 'text/a'])
  expect(new LentRequest('/', { signal: page.AbortSignal.abort('why') }).signal.reason).toBe('why')
})

test('a Response keeps its status and its headers beside a body of the page, and takes another Response as its init', () => {
  const made = new LentResponse(blob(), { status: 201, statusText: 'Made', headers: { 'x-team': 'a' } })
  const again = new LentResponse('abc', made)
  for (const { status, statusText, headers } of [made, again]) {
    expect([status, statusText, headers.get('x-team')]).toEqual([201, 'Made', 'a'])
  }
})

test("blob() and formData() return the page's own classes", async () => {
  const form = new FormData()
  form.append('a', new File(['abc'], 'a.txt', { type: 'text/a' }))
  form.append('a', '1')
  const native = {
    blob: async () => new Blob(['abc'], { type: 'text/a' }),
    formData: async () => form,
  } as unknown as Body
  const bodies = pageBodies(native)
  const { Blob: ownBlob, File: ownFile, FormData: ownForm } = globalThis
  const { Blob: pageBlob, File: pageFile, FormData: pageForm } = page
  Object.assign(globalThis, { Blob: pageBlob, File: pageFile, FormData: pageForm })
  try {
    const blob = await bodies.blob.call(native)
    expect([blob instanceof pageBlob, blob.type, blob.size]).toEqual([true, 'text/a', 3])
    const read = await bodies.formData.call(native)
    const [file, text] = read.getAll('a') as [File, string]
    expect([read instanceof pageForm, file instanceof pageFile, text]).toEqual([true, true, '1'])
    expect([file.name, file.type, file.size]).toEqual(['a.txt', 'text/a', 3])
  } finally {
    Object.assign(globalThis, { Blob: ownBlob, File: ownFile, FormData: ownForm })
  }
})

function formOf(...values: (string | Blob)[]): FormData {
  const form = new page.FormData()
  for (const value of values) form.append('a', value)
  return form
}

function blob(): Blob {
  return new page.Blob(['abc'], { type: 'text/a' })
}
