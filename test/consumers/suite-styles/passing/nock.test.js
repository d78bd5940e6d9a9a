import axios from 'axios'
import { networkError, rest, setupMocks } from 'mynah'

// Each mock answers once, in order, and has to come: the style of suites that were written with nock.
const mocks = setupMocks([])
const api = rest.at('https://api.test/v1')
beforeAll(mocks)

const works = api.get('/users', [{ id: 1 }])
const fails = api.get('/users', networkError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })))

async function getWithRetries(url, retries) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await axios.get(url)
    } catch (error) {
      if (attempt === retries) throw error
    }
  }
}

test('a client that retries: two failures, then an answer', async () => {
  mocks.expect(fails, fails, works)
  const { data } = await getWithRetries('https://api.test/v1/users', 2)
  expect(data).toEqual([{ id: 1 }])
})

test('a client that gives up keeps the very error', async () => {
  mocks.expect(fails)
  await expect(getWithRetries('https://api.test/v1/users', 0)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a body as it is sent, a form', async () => {
  mocks.expect(api.post('/chat.postMessage', { ok: true }, { match: { body: 'channel=C1&text=Hi' } }))
  const { data } = await axios.post(
    'https://api.test/v1/chat.postMessage',
    new URLSearchParams({ channel: 'C1', text: 'Hi' }),
  )
  expect(data).toEqual({ ok: true })
})

test('the fields of a form, page after page', async () => {
  mocks.expect(
    api.post(/list/, { next: 'c2' }, { match: { body: { limit: 200 } } }),
    api.post(/list/, { next: null }, { match: { body: { limit: 200, cursor: 'c2' } } }),
  )
  let cursor
  let pages = 0
  do {
    const form = new URLSearchParams({ limit: '200', ...(cursor && { cursor }) })
    cursor = (await axios.post('https://api.test/v1/users.list', form)).data.next
    pages++
  } while (cursor)
  expect(pages).toBe(2)
})

test('rate limits: the header of the first answer', async () => {
  mocks.expect(api.get('/users', undefined, { status: 429, headers: { 'retry-after': '1' } }), works)
  const first = await axios.get('https://api.test/v1/users', { validateStatus: null })
  expect([first.status, first.headers['retry-after']]).toEqual([429, '1'])
  expect((await axios.get('https://api.test/v1/users')).status).toBe(200)
})

test('scope.done() in the middle of a test: verify()', async () => {
  mocks.expect(api.delete('/users/1', undefined, { status: 204 }))
  expect(() => mocks.verify()).toThrow('An expected request did not arrive')
  expect((await axios.delete('https://api.test/v1/users/1')).status).toBe(204)
  mocks.verify()
})
