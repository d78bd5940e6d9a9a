const { runInThisContext } = require('node:vm')

const API = 'https://api.test'

/** The tests of the classes that mocks lend to Jest's plain jsdom: they take and return the page's own. */
exports.testPageClasses = ({ rest, setupMocks }, axios) => {
  const prototypes = ['Request', 'Response'].map((name) => runInThisContext(name).prototype)
  const methods = () => prototypes.flatMap(({ blob, formData }) => [blob, formData])
  const before = methods()
  const mocks = setupMocks([
    rest.get('/photos', { name: 'Ada' }),
    rest.post('/photos', { name: 'Ada' }),
    rest.get('/never', {}, { delay: Number.POSITIVE_INFINITY }),
    rest.get('/form', new URLSearchParams({ name: 'Ada' })),
  ])
  beforeAll(mocks)

  afterAll(() => {
    methods().forEach((method, index) => {
      expect(method).toBe(before[index])
    })
  })

  const bodies = [
    ['URLSearchParams', () => new URLSearchParams({ name: 'Ada' }), { name: 'Ada' }],
    ['a form of texts', () => formOf({ name: 'Ada' }), { name: 'Ada' }],
    ['a Blob', () => new Blob(['{"name":"Ada"}'], { type: 'application/json' }), { name: 'Ada' }],
    ['a File', () => new File(['{"name":"Ada"}'], 'a.json', { type: 'application/json' }), { name: 'Ada' }],
    ['bytes', () => new Uint8Array([65, 100, 97]), new Uint8Array([65, 100, 97])],
    ['a stream', () => streamOf('Ada'), new Uint8Array([65, 100, 97])],
  ]

  test.each(bodies)('new Request sends %s of the page', async (_name, body, received) => {
    await fetch(new Request(`${API}/photos`, { method: 'POST', body: body(), duplex: 'half' }))
    expect(plain(mocks.calls().at(-1).request.body)).toEqual(plain(received))
  })

  test.each(bodies)('new Response has %s of the page', async (_name, body, received) => {
    const response = new Response(body())
    const headers = { 'content-type': response.headers.get('content-type') ?? '' }
    await fetch(`${API}/photos`, { method: 'POST', headers, body: await response.arrayBuffer() })
    expect(plain(mocks.calls().at(-1).request.body)).toEqual(plain(received))
  })

  test('a file in a form of the page arrives with its bytes', async () => {
    const form = formOf({ name: 'Ada', photo: new File(['abc'], 'a.png', { type: 'image/png' }) })
    await fetch(new Request('/photos', { method: 'POST', body: form }))
    const { name, photo } = mocks.calls().at(-1).request.body
    expect([name, photo.name, photo.type, await readText(photo)]).toEqual(['Ada', 'a.png', 'image/png', 'abc'])
    expect(await photo.text()).toBe('abc')
    expect(new Uint8Array(await photo.arrayBuffer())).toHaveLength(3)
    const { value } = await photo.stream().getReader().read()
    expect([...value]).toEqual([97, 98, 99])
  })

  test('a relative URL of a Request belongs to the page', () => {
    expect([new Request('/photos').url, new Request(new URL('/photos', location.href)).url]).toEqual([
      'http://localhost/photos',
      'http://localhost/photos',
    ])
  })

  test('a copy of a Request keeps its body and its headers', async () => {
    const request = new Request('/photos', {
      method: 'POST',
      body: formOf({ name: 'Ada' }),
      headers: { 'x-team': 'a' },
    })
    const copy = new Request(request.clone(), { headers: request.headers })
    expect([copy.method, copy.headers.get('x-team')]).toEqual(['POST', 'a'])
    expect((await copy.formData()).get('name')).toBe('Ada')
  })

  test("the signal of the page ends a Request with the page's reason", async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const response = fetch(new Request(`${API}/never`, { signal: controller.signal }))
    controller.abort(reason)
    await expect(response).rejects.toBe(reason)
  })

  test('a class may extend them, and their answers are instances', async () => {
    class Own extends Request {
      team = 'a'
    }
    const request = new Own('/photos')
    expect([request.team, request instanceof Request, request instanceof Own]).toEqual(['a', true, true])
    const response = await fetch(request)
    expect(
      [response, response.clone(), Response.json({}), Response.error()].map((it) => it instanceof Response),
    ).toEqual([true, true, true, true])
    expect([Request.name, Response.name, new Response().status, new Response(null, { status: 204 }).status]).toEqual([
      'Request',
      'Response',
      200,
      204,
    ])
  })

  test.each([
    ['fetch', () => fetch('/photos')],
    ['a clone', async () => (await fetch('/photos')).clone()],
    ['Response', async () => new Response(new Blob(['{"name":"Ada"}'], { type: 'application/json' }))],
  ])("blob() of %s is the page's own, which FileReader and a form take", async (_name, responseOf) => {
    const blob = await (await responseOf()).blob()
    expect(blob).toBeInstanceOf(Blob)
    expect([blob.type, await readText(blob)]).toEqual(['application/json', '{"name":"Ada"}'])
    new FormData().append('photo', blob)
  })

  test("formData() is the page's own, with its files", async () => {
    const form = await (await fetch('/form')).formData()
    expect([form instanceof FormData, [...form]]).toEqual([true, [['name', 'Ada']]])
    const sent = new Request('/photos', { method: 'POST', body: formOf({ photo: new File(['abc'], 'a.txt') }) })
    const photo = (await sent.formData()).get('photo')
    expect([photo instanceof File, photo.name, await readText(photo)]).toEqual([true, 'a.txt', 'abc'])
  })

  test("axios' adapter for fetch sends a form of the page, and returns its Blob", async () => {
    const http = axios.create({ adapter: 'fetch', baseURL: API })
    const form = formOf({ name: 'Ada', photo: new File(['abc'], 'a.png') })
    const { data } = await http.post('/photos', form, { responseType: 'blob', signal: new AbortController().signal })
    expect(data).toBeInstanceOf(Blob)
    expect(mocks.calls().at(-1).request.body.photo.size).toBe(3)
  })
}

/** Bytes of Node's realm and of Jest's compare as lists. */
function plain(body) {
  return ArrayBuffer.isView(body) ? [...body] : { ...body }
}

function formOf(fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

function streamOf(text) {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
}

function readText(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsText(blob)
  })
}
