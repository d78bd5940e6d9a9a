import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toHar } from '../../src/entries/har.ts'
import { file, redirect, rest, type Stub, sequence, status, stream } from '../../src/entries/index.ts'
import { listen } from '../clients/listen.ts'
import { start } from './support.ts'

const PHRASE = 'Gone fishing'
const settings = { status: 400, statusText: PHRASE } as const

/** Each kind of response, and the status that a server sends with the phrase. */
const cases: readonly { title: string; stub: Stub; status: number }[] = [
  { title: 'JSON', stub: rest.get('/', { id: 1 }, settings), status: 400 },
  { title: 'no body', stub: rest.get('/', undefined, { ...settings, status: 204 }), status: 204 },
  { title: 'bytes', stub: rest.get('/', new Uint8Array(1), settings), status: 400 },
  { title: 'a Blob', stub: rest.get('/', new Blob(['a']), settings), status: 400 },
  { title: 'a form', stub: rest.get('/', new FormData(), settings), status: 400 },
  { title: 'a stream', stub: rest.get('/', stream(['a']), settings), status: 400 },
  { title: 'a ReadableStream', stub: rest.get('/', new Blob(['a']).stream(), settings), status: 400 },
  { title: 'a file', stub: rest.get('/', file('package.json'), { statusText: PHRASE }), status: 200 },
  { title: 'a redirect', stub: rest.get('/', redirect('/a'), { statusText: PHRASE }), status: 302 },
  { title: 'a sequence', stub: rest.get('/', sequence('a', 'b'), settings), status: 400 },
  { title: 'status()', stub: rest.get('/', status(409, {}), { statusText: PHRASE }), status: 409 },
  { title: 'a resolver', stub: rest.get('/', () => ({ id: 1 }), settings), status: 400 },
  { title: 'rest.at()', stub: rest.at('http://api.test', settings).get('/', {}), status: 400 },
  { title: 'an empty phrase', stub: rest.get('/', {}, { ...settings, statusText: '' }), status: 400 },
]

async function asked(url: string): Promise<unknown> {
  const response = await fetch(url, { redirect: 'manual' })
  await response.text()
  const [message] = (await once(get(url), 'response')) as [IncomingMessage]
  message.resume()
  await once(message, 'end')
  return [response.status, response.statusText, message.statusCode, message.statusMessage]
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const port = await listen(server)
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}/`
}

describe('statusText: fetch and http receive the phrase as from a server', () => {
  test.for(cases)('$title', async ({ stub, status }) => {
    const url = await serve((_, outgoing) => {
      outgoing.writeHead(status, stub.statusText as string).end()
    })
    const expected = await asked(url)
    start([stub])
    expect(await asked('http://api.test/')).toEqual(expected)
  })
})

test('statusText is in an archive of the calls', async () => {
  const mocks = start([
    rest.get('/gone', {}, settings),
    rest.get('/plain', {}),
    rest.get('/none', {}, { statusText: '' }),
  ])
  await fetch('https://api.test/gone')
  await fetch('https://api.test/plain')
  await fetch('https://api.test/none')
  const { entries } = toHar(mocks.calls()).log
  expect(entries.map(({ response }) => response.statusText)).toEqual([PHRASE, 'OK', ''])
})
