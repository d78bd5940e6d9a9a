const API = 'https://api.test'

/** The tests of the environment node, whichever way the modules were loaded. */
exports.testNode = ({ rest, setupMocks }, axios, http) => {
  const mocks = setupMocks([
    rest.get('/users', [{ id: 1 }]),
    rest.get('/users', [{ id: 2 }], { match: { queries: { role: expect.stringMatching(/^adm/) } } }),
    rest.get('/posts/:id', ({ request }) => ({ id: request.params.id })),
    rest.post('/photos', undefined, { status: 204 }),
    rest.post('/posts', ({ request, setStatusCode }) => {
      setStatusCode(201)
      return { got: request.body }
    }),
    rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
  ])
  beforeAll(mocks)

  test('fetch', async () => {
    const response = await fetch(`${API}/users`)
    expect(response).toBeInstanceOf(Response)
    expect(await response.json()).toEqual([{ id: 1 }])
    expect(await (await fetch(`${API}/users?role=admin`)).json()).toEqual([{ id: 2 }])
    expect(await (await fetch(new Request(`${API}/posts/7`))).json()).toEqual({ id: '7' })
  })

  test("promises and values of a response are of the platform's realm, as those of a real one are", async () => {
    const pairs = [
      [(await fetch(`${API}/users`)).json(), new Response('[{"id":1}]').json()],
      [(await fetch(`${API}/users`)).text(), new Response('[{"id":1}]').text()],
    ]
    for (const [mocked, real] of pairs) {
      expect(Object.getPrototypeOf(mocked)).toBe(Object.getPrototypeOf(real))
      expect(Object.getPrototypeOf(await mocked)).toBe(Object.getPrototypeOf(await real))
    }
  })

  // jest-fetch-mock 3 puts the classes of node-fetch 2 in place of the platform's.
  test('fetch, while the global Response takes no streams', async () => {
    const own = globalThis.Response
    globalThis.Response = class OtherResponse {
      body = {}
    }
    try {
      mocks.use.get('/photos/1', new Blob(['abc']))
      mocks.use.get('/photos/2', () => new own('def', { headers: { 'x-a': '1' } }))
      expect(await (await fetch(`${API}/photos/1`)).text()).toBe('abc')
      const response = await fetch(`${API}/photos/2`)
      expect([response.headers.get('x-a'), await response.text()]).toEqual(['1', 'def'])
    } finally {
      globalThis.Response = own
    }
  })

  test('fetch with a form that holds a file', async () => {
    const form = new FormData()
    form.append('name', 'Ada')
    form.append('photo', new File(['abc'], 'a.png', { type: 'image/png' }))
    expect((await fetch(`${API}/photos`, { method: 'POST', body: form })).status).toBe(204)
    const { body } = mocks.calls().at(-1).request
    expect([body.name, body.photo.name, body.photo.size]).toEqual(['Ada', 'a.png', 3])
  })

  test('node:http', async () => {
    const answer = await new Promise((resolve, reject) => {
      const request = http.get('http://api.test/posts/7', async (response) => {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) text += chunk
        resolve({ status: response.statusCode, body: JSON.parse(text) })
      })
      request.on('error', reject)
    })
    expect(answer).toEqual({ status: 200, body: { id: '7' } })
  })

  test('axios', async () => {
    expect((await axios.get(`${API}/users`, { params: { role: 'admin' } })).data).toEqual([{ id: 2 }])
    const { status, data } = await axios.post(`${API}/posts`, { title: 'Hello' })
    expect({ status, data }).toEqual({ status: 201, data: { got: { title: 'Hello' } } })
  })

  describe('an afterEach of its own, which Jest runs after that of the mocks', () => {
    const own = setupMocks([rest.get('/own', [])])
    beforeAll(own)
    afterEach(() => {
      own.verify({ unused: true })
      expect(own.calls()).toHaveLength(1)
    })

    test.each(['sees its test', 'and no other'])('%s', async () => {
      await fetch(`${API}/own`)
    })
  })

  // Jest would not exit.
  test('what is pending at the end keeps nobody waiting', async () => {
    const arrived = new Promise((resolve) => {
      let count = 0
      mocks.on('request', () => ++count === 3 && resolve())
    })
    fetch(`${API}/never`).catch(() => {})
    http.get('http://api.test/never').on('error', () => {})
    axios.get(`${API}/never`).catch(() => {})
    await arrived
  })
}
