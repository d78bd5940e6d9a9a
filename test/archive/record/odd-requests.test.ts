import { existsSync } from 'node:fs'
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cassette } from '../../../src/entries/record.ts'
import { rejectionOf, startForgiving } from '../../promises/support.ts'
import { askFetch, askHttp } from '../support.ts'
import { entriesOf, outsideOfCi, serve, temporaryFile, withCassette } from './recording.ts'

outsideOfCi()

interface Sent {
  readonly method: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

interface Received {
  readonly body: string
  readonly rawHeaders: readonly string[]
}

/** Asks by `node:http`. With `expect: 100-continue` the body is sent when the server wants it. */
function ask(url: string, { method, headers = {}, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (message) => {
      let received = ''
      message.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      message.on('end', () => resolve({ body: received, rawHeaders: message.rawHeaders }))
    })
    sent.on('error', reject)
    if (headers.expect) sent.on('continue', () => sent.end(body))
    else sent.end(body)
  })
}

/** A server that answers with what it received. */
function echoing(): Promise<string> {
  return serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.end(`${request.method} ${request.url?.length} ${Buffer.concat(chunks)}`)
  })
}

const TEXT = { 'content-type': 'text/plain' }

const recorded: readonly { title: string; sent: Sent; path?: string; answer: string }[] = [
  {
    title: 'a body behind expect: 100-continue',
    sent: { method: 'POST', headers: { ...TEXT, expect: '100-continue' }, body: 'a' },
    answer: 'POST 2 a',
  },
  {
    title: 'a body of unknown length',
    sent: { method: 'PUT', headers: { ...TEXT, 'transfer-encoding': 'chunked' }, body: 'a' },
    answer: 'PUT 2 a',
  },
  {
    title: 'headers of the connection',
    sent: { method: 'GET', headers: { connection: 'close', te: 'trailers' } },
    answer: 'GET 2 ',
  },
  {
    title: 'a method that rest does not have',
    sent: { method: 'PROPFIND', headers: { 'content-type': 'application/xml', 'content-length': 4 }, body: '<a/>' },
    answer: 'PROPFIND 2 <a/>',
  },
  { title: 'a very long URL', sent: { method: 'GET' }, path: `/${'a/'.repeat(5000)}`, answer: 'GET 10001 ' },
  { title: 'a broken escape', sent: { method: 'GET' }, path: '/%zz?a=%zz&b&=&c=%C3', answer: 'GET 20 ' },
]

test.each(recorded)('$title: recorded and replayed', async ({ sent, path = '/a', answer }) => {
  const origin = await echoing()
  const file = temporaryFile()
  const run = async () => (await ask(`${origin}${path}`, sent)).body
  expect(await withCassette(file, { origins: [origin] }, run)).toBe(answer)
  expect(await withCassette(file, { origins: [origin], mode: 'none' }, run)).toBe(answer)
  expect(entriesOf(file)).toHaveLength(1)
})

test('forms, whose boundary differs each time, are recorded and replayed', async () => {
  const origin = await echoing()
  const file = temporaryFile()
  const post = () => {
    const body = new FormData()
    body.append('title', 'Cat')
    body.append('password', 's3cret')
    body.append('file', new File(['a cat'], 'cat.txt', { type: 'text/plain' }))
    return fetch(`${origin}/cats`, { method: 'POST', body })
  }
  const first = await withCassette(file, { origins: [origin] }, async () => (await post()).text())
  expect(first).toContain('a cat')
  expect(JSON.stringify(entriesOf(file)[0]?.request)).not.toContain('s3cret')
  expect(await withCassette(file, { origins: [origin] }, async () => (await post()).text())).toBe(first)
})

const refused: readonly { title: string; sent: Sent; problem: string }[] = [
  {
    title: 'a GET with a body',
    sent: { method: 'GET', headers: { 'content-length': 2 }, body: '{}' },
    problem: 'fetch, which records, sends no body with a GET',
  },
  { title: 'TRACE', sent: { method: 'TRACE' }, problem: 'fetch, which records, sends no TRACE' },
]

test.each(refused)('$title is refused: fetch would send another request', async ({ sent, problem }) => {
  const origin = await echoing()
  startForgiving(cassette(temporaryFile(), { origins: [origin] }))
  expect(await rejectionOf(ask(`${origin}/a?token=s3cret`, sent))).toMatchObject({
    code: 'RECORDING',
    message: `${sent.method} ${origin}/a?token=(hidden) cannot be recorded: ${problem}`,
  })
})

test('what fetch refuses to send is not recorded as an error of the network', async () => {
  const file = temporaryFile()
  const origin = 'http://127.0.0.1:6000'
  startForgiving(cassette(file, { origins: [origin] }))
  expect(await rejectionOf(askHttp(`${origin}/a`))).toMatchObject({
    code: 'RECORDING',
    message: `GET ${origin}/a cannot be recorded: Error: bad port`,
  })
  expect(existsSync(file)).toBe(false)
})

describe('headers', () => {
  const lines = ['X-Request-Id', 'Ab1', 'X-Tag', 'a', 'X-Tag', 'b', 'Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b']

  test('come back as fetch reads them: in lower case, a repeated one in one line, each cookie in its own', async () => {
    const origin = await serve((_request, response) => {
      response.sendDate = false
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.writeHead(200, [...lines, 'Content-Type', 'text/plain', 'Content-Length', '1'])
      response.end('a')
    })
    const file = temporaryFile()
    const run = async () => {
      const { rawHeaders } = await ask(`${origin}/a`, { method: 'GET' })
      return rawHeaders.filter((_, index) => !/content-length/.test(rawHeaders[index - (index % 2)] as string))
    }
    const read = (...cookies: string[]) => [
      ...['content-type', 'text/plain', ...cookies.flatMap((cookie) => ['set-cookie', cookie])],
      ...['x-request-id', 'Ab1', 'x-tag', 'a, b'],
    ]
    expect(await withCassette(file, { origins: [origin] }, run)).toEqual(read('a=1; Path=/', 'b'))
    expect(await withCassette(file, { origins: [origin] }, run)).toEqual(read('a=(hidden); Path=/', '(hidden)'))
  })
})

describe('a HEAD, and answers without a body', () => {
  test.each([200, 204, 304])('%i', async (status) => {
    const origin = await serve((_request, response) => {
      response.writeHead(status, { etag: '"1"', ...(status === 200 && { 'content-length': '12' }) })
      response.end()
    })
    const file = temporaryFile()
    const method = status === 200 ? 'HEAD' : 'GET'
    const run = async () => {
      const asked = { method, headers: { 'if-none-match': '"1"' } }
      const answers = [await askHttp(`${origin}/a`, asked), await askFetch(`${origin}/a`, asked)]
      return answers.map(({ status, headers, bytes }) => [
        status,
        headers.etag,
        headers['content-length'],
        bytes.byteLength,
      ])
    }
    const first = await withCassette(file, { origins: [origin] }, run)
    const length = status === 200 ? '12' : undefined
    expect(first).toEqual([
      [status, '"1"', length, 0],
      [status, '"1"', length, 0],
    ])
    expect(await withCassette(file, { origins: [origin] }, run)).toEqual(first)
  })
})

describe('a text of another charset keeps its bytes and its type', () => {
  test.each([
    ['iso-8859-1', Buffer.from('a é', 'latin1'), 'base64'],
    ['iso-8859-1', Buffer.from('plain'), undefined],
    ['utf-16le', Buffer.from('plain', 'utf16le'), 'base64'],
    ['iso-2022-jp', Buffer.from('\u001b$B$\u001b(B'), 'base64'],
    ['utf-8', Buffer.from('a é'), undefined],
    ['unknown', Buffer.from('a é'), undefined],
  ])('%s: %s', async (charset, body, encoding) => {
    const type = `text/plain; charset=${charset}`
    const origin = await serve((_request, response) => {
      response.setHeader('content-type', type)
      response.end(body)
    })
    const file = temporaryFile()
    const run = async () => {
      const { headers, bytes } = await askHttp(`${origin}/a`)
      return [headers['content-type'], bytes.toString('hex')]
    }
    expect(await withCassette(file, { origins: [origin] }, run)).toEqual([type, body.toString('hex')])
    expect(entriesOf(file)[0]?.response.content.encoding).toBe(encoding)
    const replayed = await withCassette(file, { origins: [origin] }, run)
    expect(replayed[1]).toBe(body.toString('hex'))
    if (charset !== 'unknown') expect(replayed[0]).toBe(type)
  })
})
