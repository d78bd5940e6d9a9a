import http from 'node:http'
import { expect, test } from 'vitest'
import { har, toHar } from '../../src/entries/har.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'

/** Sizes that no test has by design, and a loop may make: each ends in an answer, or in an error that says what is wrong. */

test('a payload of 3,000 levels ends in "Maximum call stack size exceeded"', async () => {
  const sent = `${'['.repeat(3000)}1${']'.repeat(3000)}`
  const place = "rest.get('/a'): the payload cannot be sent as JSON: it is nested too deeply"
  const textOf = async (payload: () => unknown) => {
    try {
      const mocks = setupMocks([rest.get('/a', payload() as never)], { baseUrl: 'https://api.test' })
      return await (await mocks.fetch('/a')).text()
    } catch (error) {
      return (error as Error).message
    }
  }
  // How deep JSON.stringify can go depends on the stack that is left.
  expect([sent, place]).toContain(await textOf(() => JSON.parse(sent)))
  const deeper = () => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(await textOf(deeper)).toBe(place)
})

test('a header of 200,000 characters in an archive ends in a RangeError', async () => {
  const mocks = setupMocks([rest.get('https://api.test/a', 'x', { headers: { 'x-long': 'v'.repeat(200_000) } })])
  await mocks.fetch('https://api.test/a', { headers: { 'x-sent': '?a=b;{'.repeat(33_000) } })
  const replayed = setupMocks(har(toHar(mocks.calls())))
  const response = await replayed.fetch('https://api.test/a')
  expect(response.headers.get('x-long')).toHaveLength(200_000)
})

test.each([1, 'text', true, {}])(
  'a createConnection that returns %j ends in a TypeError of mynah',
  async (returned) => {
    const mocks = setupMocks([rest.get('http://api.test/a', 'x')])
    mocks.start()
    const createConnection = () => returned as never
    const error = await new Promise((_resolve, reject) => {
      http.get('http://api.test/a', { createConnection }).on('error', reject)
    }).catch((thrown: Error) => thrown)
    const message = 'The connection of the request is not a Node stream, so the request cannot be mocked'
    expect(error).toMatchObject({ code: 'REQUEST', message })
    expect(() => mocks.stop()).toThrow(message)
  },
)

test.each([
  ['true', true, 'error'],
  ['false, with another stub', false, 'error'],
  ['false, and unmatched requests pass', false, 'passthrough'],
] as const)(
  'stop() inside a match function leaves its request to be answered: %s',
  async (_what, result, onUnmatched) => {
    const stub = rest.get('https://api.test/a', 'x', {
      match: () => {
        mocks.stop()
        return result
      },
    })
    const other = onUnmatched === 'error' ? [rest.get('https://api.test/a', 'y')] : []
    const mocks = setupMocks([stub, ...other], { onUnmatched })
    mocks.start()
    const error = await fetch('https://api.test/a').catch((thrown: Error) => thrown)
    expect(error).toMatchObject({
      name: 'AbortError',
      message: expect.stringContaining('The mocks ended before the request was answered'),
    })
  },
)
