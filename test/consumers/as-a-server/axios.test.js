import http from 'node:http'
import { rest, setupMocks } from 'mynah'
import { expect, test } from 'vitest'

const VERSIONS = ['axios1.6', 'axios1.7', 'axios1.8', 'axios1.10', 'axios1.13', 'axios']

test.for(VERSIONS)('%s rejects when the mocks end while it waits, and the next request is answered', async (name) => {
  const { default: axios } = await import(name)
  const client = axios.create({ adapter: 'http' })
  const mocks = setupMocks([rest.get('/slow', [], { delay: Number.POSITIVE_INFINITY }), rest.get('/users', ['Ada'])])
  const uncaught = []
  const listener = (error) => uncaught.push(error)
  process.prependListener('uncaughtException', listener)
  mocks.start()
  const pending = client.get('http://api.test/slow').catch((error) => error)
  // The request has arrived when a later one has been answered.
  await client.get('http://api.test/users')
  mocks.stop()
  const error = await pending
  await new Promise(setImmediate)
  process.off('uncaughtException', listener)
  expect([error.isAxiosError, error.code, uncaught]).toEqual([true, 'ABORT_ERR', []])
  expect(error.message).toMatch(/^The mocks ended before the request was answered/)
  mocks.start()
  expect((await client.get('http://api.test/users')).data).toEqual(['Ada'])
  mocks.stop()
})

test.for(VERSIONS)('%s rejects alike when a real server breaks the connection off', async (name) => {
  const { default: axios } = await import(name)
  const server = http.createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const error = await axios
    .get(`http://127.0.0.1:${server.address().port}`, { adapter: 'http' })
    .catch((thrown) => thrown)
  server.close()
  expect([error.isAxiosError, error.code]).toEqual([true, 'ECONNRESET'])
})
