const API = 'https://api.test'
const NAMES = ['fetch', 'Headers', 'Request', 'Response', 'XMLHttpRequest', 'AbortController', 'FormData', 'URL']

/** The tests of Jest's plain jsdom, whichever way the modules were loaded. */
exports.testJsdom = ({ redirect, rest, setupMocks, text }, axios, http) => {
  const before = NAMES.map((name) => globalThis[name])
  const mocks = setupMocks([
    rest.get('/users', [{ id: 1 }]),
    rest.get('/posts/:id', ({ request }) => ({ id: request.params.id })),
    rest.put('/posts/:id', ({ request }) => ({ id: request.params.id, got: request.body })),
    rest.post('/photos', undefined, { status: 204 }),
    rest.get('/greeting', text('hello'), { status: 418 }),
    rest.get('/never', {}, { delay: Number.POSITIVE_INFINITY }),
    rest.get('/moved', redirect('https://api.test/users')),
  ])
  beforeAll(mocks)

  afterAll(() => {
    NAMES.forEach((name, index) => {
      expect(globalThis[name]).toBe(before[index])
    })
  })

  test('fetch, which plain jsdom has not, appears with the mocks and goes with them', async () => {
    expect(before[0]).toBe(undefined)
    const response = await fetch(`${API}/posts/7`)
    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.url, await response.json()]).toEqual([200, `${API}/posts/7`, { id: '7' }])
    const put = await fetch(`${API}/posts/7`, {
      method: 'PUT',
      body: '{"title":"Hello"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await put.json()).toEqual({ id: '7', got: { title: 'Hello' } })
    expect(await (await fetch(new Request(`${API}/greeting`))).text()).toBe('hello')
  })

  test("fetch sends jsdom's own URLSearchParams and Blob", async () => {
    const search = await fetch(`${API}/posts/7`, { method: 'PUT', body: new URLSearchParams({ title: 'Hello' }) })
    expect(await search.json()).toEqual({ id: '7', got: { title: 'Hello' } })
    const json = new Blob(['{"title":"Hello"}'], { type: 'application/json' })
    const blob = await fetch(`${API}/posts/7`, { method: 'PUT', body: json })
    expect(await blob.json()).toEqual({ id: '7', got: { title: 'Hello' } })
  })

  test("jsdom's own URLSearchParams is an answer", async () => {
    mocks.use(rest.get('/users', new URLSearchParams({ a: '1' })))
    const response = await fetch(`${API}/users`)
    expect(response.headers.get('content-type')).toBe('application/x-www-form-urlencoded;charset=UTF-8')
    expect(await response.text()).toBe('a=1')
  })

  test('xhr.upload never fires progress, load and loadend', async () => {
    const events = []
    const xhr = new XMLHttpRequest()
    xhr.open('POST', `${API}/photos`)
    for (const name of ['loadstart', 'progress', 'load', 'loadend']) {
      xhr.upload.addEventListener(name, () => events.push(name))
    }
    await new Promise((resolve) => {
      xhr.addEventListener('loadend', resolve)
      xhr.send('a photo')
    })
    expect(events).toEqual(['loadstart', 'progress', 'load', 'loadend'])
  })

  test("axios's onUploadProgress is never called", async () => {
    let calls = 0
    const onUploadProgress = () => calls++
    await axios.post(`${API}/photos`, 'a photo', { adapter: 'xhr', onUploadProgress })
    expect(calls).toBeGreaterThan(0)
  })

  test("jsdom's own signal ends a fetch with its reason", async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const response = fetch(`${API}/never`, { signal: controller.signal })
    controller.abort(reason)
    await expect(response).rejects.toBe(reason)
  })

  test("fetch sends jsdom's own FormData and File", async () => {
    expect((await fetch(`${API}/photos`, { method: 'POST', body: photo() })).status).toBe(204)
    expect(sentForm()).toEqual(['Ada', 'a.png', 3])
  })

  test("XMLHttpRequest sends jsdom's own FormData and File", async () => {
    expect(await send('POST', '/photos', photo())).toEqual([204, ''])
    expect(sentForm()).toEqual(['Ada', 'a.png', 3])
  })

  test("axios sends jsdom's own FormData and File", async () => {
    expect((await axios.post(`${API}/photos`, photo())).status).toBe(204)
    expect(sentForm()).toEqual(['Ada', 'a.png', 3])
  })

  test('axios', async () => {
    expect(axios.getAdapter(axios.defaults.adapter)).toBe(axios.getAdapter('xhr'))
    expect((await axios.get(`${API}/users`)).data).toEqual([{ id: 1 }])
    expect((await axios.put(`${API}/posts/7`, { title: 'Hello' })).data).toEqual({ id: '7', got: { title: 'Hello' } })
  })

  test('XMLHttpRequest', async () => {
    expect(await send('GET', '/greeting')).toEqual([418, 'hello'])
    expect(await send('GET', '/posts/7')).toEqual([200, '{"id":"7"}'])
    expect(await send('GET', '/moved')).toEqual([200, '[{"id":1}]'])
  })

  test('node:http', async () => {
    const status = await new Promise((resolve, reject) => {
      http.get('http://api.test/greeting', (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
    expect(status).toBe(418)
  })

  test('the mocks tell of them', async () => {
    const waiting = mocks.waitFor({ path: '/users' })
    axios.get(`${API}/users`)
    const [call] = await waiting
    expect(call.request.url).toBe(`${API}/users`)
    expect((await mocks.explain(`${API}/nope`)).message).toContain('No stub answers GET https://api.test/nope')
  })

  function photo() {
    const form = new FormData()
    form.append('name', 'Ada')
    form.append('photo', new File(['abc'], 'a.png', { type: 'image/png' }))
    return form
  }

  function sentForm() {
    const { body } = mocks.calls({ path: '/photos', method: 'POST' }).at(-1).request
    return [body.name, body.photo.name, body.photo.size]
  }
}

function send(method, path, body) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, API + path)
    xhr.onload = () => resolve([xhr.status, xhr.responseText])
    xhr.onerror = () => reject(new Error(`${path} failed`))
    xhr.send(body)
  })
}
