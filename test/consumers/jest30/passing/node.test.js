const http = require('node:http')
const axios = require('axios')
const { rest, setupMocks } = require('mynah')

const API = 'https://api.test'

beforeAll(
  setupMocks([
    rest.get('/users', [{ id: 1 }]),
    rest.get('/users', [{ id: 2 }], { match: { queries: { role: expect.stringMatching(/^adm/) } } }),
    rest.get('/posts/:id', ({ request }) => ({ id: request.params.id })),
    rest.post('/posts', ({ request, setStatusCode }) => {
      setStatusCode(201)
      return { got: request.body }
    }),
  ]),
)

test('fetch', async () => {
  const response = await fetch(`${API}/users`)
  expect(response).toBeInstanceOf(Response)
  expect(await response.json()).toEqual([{ id: 1 }])
  expect(await (await fetch(`${API}/users?role=admin`)).json()).toEqual([{ id: 2 }])
  expect(await (await fetch(new Request(`${API}/posts/7`))).json()).toEqual({ id: '7' })
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
