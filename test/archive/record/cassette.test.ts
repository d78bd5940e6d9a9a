import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { type HarEntry, har } from '../../../src/entries/har.ts'
import { MynahError, RouteDefinitionError, rest } from '../../../src/entries/index.ts'
import { type CassetteOptions, cassette } from '../../../src/entries/record.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../../promises/support.ts'
import { archiveOf, askFetch, askHttp } from '../support.ts'
import { entriesOf, outsideOfCi, serve, temporaryFile, withCassette } from './recording.ts'

outsideOfCi()

/** A server that counts what it was asked. */
async function counting(): Promise<{ origin: string; hits: () => number }> {
  let hits = 0
  const origin = await serve((request, response) => {
    hits++
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ hits, url: request.url }))
  })
  return { origin, hits: () => hits }
}

const textOf = async (url: string) => (await askFetch(url)).bytes.toString()

test('a missing cassette is recorded, and answers from then on', async () => {
  const { origin, hits } = await counting()
  const file = temporaryFile('deep/in/cassette.har')
  const options = { origins: [origin] }
  const ask = async () => [await textOf(`${origin}/a?n=1`), await textOf(`${origin}/a?n=1`), await textOf(`${origin}/`)]
  const first = await withCassette(file, options, ask)
  expect(await withCassette(file, options, ask)).toEqual(first)
  expect(hits()).toBe(3)
  expect(entriesOf(file)).toHaveLength(3)
})

test('a recorded answer got six spaces behind each U+2028 and U+2029 in it, and a recorded request was not found again', async () => {
  const sent = '{"title":"a\u2028b\u2029c"}'
  const origin = await serve((request, response) => request.pipe(response))
  const file = temporaryFile()
  const ask = async () => (await askFetch(`${origin}/`, { method: 'POST', body: sent })).bytes.toString()
  expect(await withCassette(file, { origins: [origin] }, ask)).toBe(sent)
  expect(await withCassette(file, { origins: [origin], mode: 'none' }, ask)).toBe(sent)
})

test('each answer is in the file when its client has read it', async () => {
  const { origin } = await counting()
  const file = temporaryFile()
  await withCassette(file, { origins: [origin] }, async () => {
    for (const count of [1, 2, 3]) {
      await textOf(`${origin}/${count}`)
      expect(entriesOf(file)).toHaveLength(count)
    }
  })
  expect(readdirSync(dirname(file))).toEqual(['cassette.har'])
})

test('an answer that its client does not read is recorded too', async () => {
  const { origin } = await counting()
  const file = temporaryFile()
  await withCassette(file, { origins: [origin] }, async () => {
    await fetch(`${origin}/a`)
    await expect.poll(() => existsSync(file) && entriesOf(file)).toHaveLength(1)
  })
})

test('a request that a recording lacks fails, and its report says how to record it', async () => {
  const { origin } = await counting()
  const file = temporaryFile()
  await withCassette(file, { origins: [origin] }, () => textOf(`${origin}/a`))
  startForgiving(cassette(file, { origins: [origin] }))
  const lines = messageOf(await rejectionOf(fetch(`${origin}/b`))).split('\n')
  expect(lines[0]).toBe(`No stub answers GET ${origin}/b`)
  expect(lines.slice(-2)).toEqual([
    'To record it: MYNAH_RECORD=new npx vitest run test/archive/record/cassette.test.ts',
    `To let it reach the network: setupMocks(routes, { passthrough: ['${origin}'] })`,
  ])
  expect(messageOf(await rejectionOf(fetch('https://other.test/b')))).not.toContain('To record it')
})

test('a URL that is no file is refused', () => {
  expect(thrownBy(() => cassette(new URL('https://api.test/a.har'), { origins: ['https://api.test'] }))).toMatchObject({
    name: 'RouteDefinitionError',
    message: 'cassette([URL]): it takes the path of a file',
  })
})

describe('mode new', () => {
  /** Records a file with `/a` and `/a/`, which only RegExps can tell apart, and asks again with `mode: 'new'`. */
  const recorded = async () => {
    const { origin, hits } = await counting()
    const file = temporaryFile()
    const known = [`${origin}/a?n=1`, `${origin}/a/?n=1`]
    await withCassette(file, { origins: [origin] }, () => Promise.all(known.map(textOf)))
    return { origin, hits, file, known, options: { origins: [origin], mode: 'new' } as const }
  }

  test('replays what the file has, and records what it lacks, each once', async () => {
    const { origin, hits, file, known, options } = await recorded()
    const before = readFileSync(file, 'utf8')
    const first = await withCassette(file, options, async () => {
      await Promise.all(known.map(textOf))
      expect(hits()).toBe(2)
      expect(readFileSync(file, 'utf8')).toBe(before)
      const texts = [await textOf(`${origin}/b`), await textOf(`${origin}/b`), await textOf(`${origin}/b?n=2`)]
      expect(texts[1]).toBe(texts[0])
      return texts
    })
    expect(hits()).toBe(4)
    expect(entriesOf(file)).toHaveLength(4)
    const replayed = await withCassette(file, { ...options, mode: 'none' }, () =>
      Promise.all([`${origin}/b`, `${origin}/b`, `${origin}/b?n=2`].map(textOf)),
    )
    expect(replayed).toEqual(first)
  })

  test('two equal requests at once are both answered, and recorded once', async () => {
    const { origin, file, options } = await recorded()
    await withCassette(file, options, () => Promise.all([textOf(`${origin}/b`), textOf(`${origin}/b`)]))
    expect(entriesOf(file)).toHaveLength(3)
  })

  test('a second cassette of the test file knows what the first has recorded', async () => {
    const { origin, hits, options } = await recorded()
    const file = temporaryFile()
    const [first, second] = [cassette(file, options), cassette(file, options)]
    for (const stubs of [first, second]) {
      const mocks = start(stubs)
      await textOf(`${origin}/b`)
      mocks.stop()
    }
    expect(hits()).toBe(3)
    expect(entriesOf(file)).toHaveLength(1)
  })

  test('a request whose entry cannot be written is not taken for recorded', async () => {
    const { origin, hits } = await counting()
    const file = temporaryFile()
    const redact = () => {
      throw new Error('mine')
    }
    await withCassette(file, { origins: [origin], mode: 'new', redact }, async (mocks) => {
      await rejectionOf(textOf(`${origin}/a`))
      await rejectionOf(textOf(`${origin}/a`))
      mocks.reset({ failures: true })
    })
    expect([hits(), existsSync(file)]).toEqual([2, false])
  })

  test('a connection that failed is tried again', async () => {
    let isBroken = true
    const origin = await serve((request, response) => {
      if (isBroken) request.socket.destroy()
      else response.end('here')
    })
    const file = temporaryFile()
    await withCassette(file, { origins: [origin], mode: 'new' }, async () => {
      await rejectionOf(fetch(`${origin}/a`))
      isBroken = false
      expect(await textOf(`${origin}/a`)).toBe('here')
    })
    expect(entriesOf(file)).toHaveLength(2)
  })

  test('ignored queries make no new request, and stubs of the test answer before it', async () => {
    const { origin, hits, file } = await recorded()
    const ignore = { queries: ['t'] }
    start([rest.get('/flags', { flag: true }), ...cassette(file, { origins: [origin], mode: 'new', ignore })])
    expect(await textOf(`${origin}/b?t=1`)).toBe(await textOf(`${origin}/b?t=2`))
    expect(await textOf(`${origin}/flags`)).toBe('{"flag":true}')
    expect(hits()).toBe(3)
  })
})

test('only requests to the origins are made', async () => {
  const { origin, hits } = await counting()
  const { origin: other } = await counting()
  startForgiving(cassette(temporaryFile(), { origins: [other] }))
  expect(messageOf(await rejectionOf(fetch(`${origin}/a`)))).toMatch(/^No stub answers/)
  expect(hits()).toBe(0)
})

test('more specific stubs answer before it', async () => {
  const { origin, hits } = await counting()
  start([rest.get(`${origin}/flags`, { flag: true }), ...cassette(temporaryFile(), { origins: [origin] })])
  expect(await textOf(`${origin}/flags`)).toBe('{"flag":true}')
  expect(hits()).toBe(0)
})

test('a stub with params answers before it if its path has the origin; an override always does', async () => {
  const { origin, hits } = await counting()
  const relative = rest.get('/flags', { flag: true })
  const mocks = start([
    rest.get(`${origin}/users/:id`, { id: 1 }),
    relative,
    ...cassette(temporaryFile(), { origins: [origin] }),
  ])
  expect(await textOf(`${origin}/users/1`)).toBe('{"id":1}')
  expect(hits()).toBe(0)
  await textOf(`${origin}/flags`)
  expect(hits()).toBe(1)
  mocks.use(relative)
  expect(await textOf(`${origin}/flags`)).toBe('{"flag":true}')
})

describe('the recorded entries', () => {
  const rows = {
    'a status and headers of its own': { status: 418, headers: { 'x-tag': ['a', 'b'], etag: '"1"' }, body: 'short' },
    'no body': { status: 204, headers: {}, body: '' },
    bytes: { status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.from([0, 255, 128, 1]) },
    'a compressed answer': {
      status: 200,
      headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' },
      body: gzipSync('a text, zipped'),
    },
    'a redirect, not what it leads to': { status: 302, headers: { location: '/there' }, body: '' },
    'a text with a byte order mark': { status: 200, headers: { 'content-type': 'text/csv' }, body: '\ufeffa;b' },
  }
  test.each(Object.entries(rows))('%s', async (_, { status, headers, body }) => {
    const origin = await serve((_request, response) => {
      response.writeHead(status, headers)
      response.end(body)
    })
    const file = temporaryFile()
    const ask = async () => [await askFetch(`${origin}/a`), await askHttp(`${origin}/a`)]
    const seen = (answers: Awaited<ReturnType<typeof ask>>) =>
      answers.map(({ status, headers, bytes }) => [
        status,
        headers['x-tag'],
        headers.etag,
        headers.location,
        bytes.toString('hex'),
      ])
    const first = await withCassette(file, { origins: [origin] }, ask)
    expect(seen(await withCassette(file, { origins: [origin] }, ask))).toEqual(seen(first))
    expect(first[0]?.status).toBe(status)
  })

  test('an error of the network, as such', async () => {
    const origin = await serve((request) => request.socket.destroy())
    const file = temporaryFile()
    const codes = async () => [
      await rejectionOf(fetch(`${origin}/a`)).then((error) => (error as { cause: { code: string } }).cause.code),
      await rejectionOf(askHttp(`${origin}/a`)).then((error) => (error as { code: string }).code),
    ]
    expect(await withCassette(file, { origins: [origin] }, codes)).toEqual(['ECONNRESET', 'ECONNRESET'])
    expect(entriesOf(file)[0]?.response).toMatchObject({ status: 0, _networkError: 'ECONNRESET' })
    expect(await withCassette(file, { origins: [origin] }, codes)).toEqual(['ECONNRESET', 'ECONNRESET'])
  })

  test('a client that aborts before the answer: the replay does not answer either', async () => {
    const origin = await serve(() => {})
    const file = temporaryFile()
    const giveUp = async () => (await rejectionOf(fetch(`${origin}/a`, { signal: AbortSignal.timeout(100) }))) as Error
    expect((await withCassette(file, { origins: [origin] }, giveUp)).name).toBe('TimeoutError')
    await expect.poll(() => existsSync(file) && entriesOf(file)).toHaveLength(1)
    expect((await withCassette(file, { origins: [origin] }, giveUp)).name).toBe('TimeoutError')
  })

  test('a stream, chunk by chunk, and as much of an endless one as its client has read', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      let count = 0
      const timer = setInterval(() => response.write(`data: ${count++}\n\n`), 5)
      response.on('close', () => clearInterval(timer))
    })
    const file = temporaryFile()
    const readTwo = async () => {
      const { body } = await fetch(`${origin}/events`)
      let text = ''
      for await (const chunk of body ?? []) {
        text += Buffer.from(chunk).toString()
        if (text.includes('data: 1')) break
      }
      return text.includes('data: 0\n\ndata: 1\n\n')
    }
    expect(await withCassette(file, { origins: [origin] }, readTwo)).toBe(true)
    await expect.poll(() => existsSync(file) && entriesOf(file)).toHaveLength(1)
    expect(await withCassette(file, { origins: [origin] }, readTwo)).toBe(true)
  })
})

describe('the mode', () => {
  test("'all' replaces the recordings of this test file", async () => {
    const { origin, hits } = await counting()
    const file = temporaryFile()
    const options = { origins: [origin] }
    await withCassette(file, options, () => textOf(`${origin}/old`))
    await withCassette(file, options, async () => {})
    await withCassette(file, { ...options, mode: 'all' }, async () => {
      await textOf(`${origin}/new`)
      await textOf(`${origin}/newer`)
    })
    expect(entriesOf(file).map(({ request }) => new URL(request.url).pathname)).toEqual(['/new', '/newer'])
    expect(hits()).toBe(3)
  })

  test("'all' keeps the recordings of other test files", async () => {
    const { origin } = await counting()
    const file = temporaryFile()
    const other = archiveOf(
      { url: `${origin}/other`, more: { _recordedBy: 'test/other.test.ts' } },
      { url: `${origin}/old` },
    )
    writeFileSync(file, JSON.stringify(other))
    await withCassette(file, { origins: [origin], mode: 'all' }, () => textOf(`${origin}/new`))
    expect(entriesOf(file).map(({ request }) => new URL(request.url).pathname)).toEqual(['/other', '/new'])
  })

  test("'none' refuses a missing file, with the command that records it", () => {
    const file = temporaryFile()
    const error = thrownBy(() => cassette(file, { origins: ['https://api.test'], mode: 'none' }))
    expect(error).toBeInstanceOf(MynahError)
    expect(error).toMatchObject({
      code: 'RECORDING',
      message:
        `There is no cassette '${file}', and recording is disabled here\n\n` +
        'Run  MYNAH_RECORD=missing npx vitest run test/archive/record/cassette.test.ts',
    })
  })

  const rows: readonly { env: Record<string, string>; mode?: CassetteOptions['mode']; records: boolean }[] = [
    { env: {}, records: true },
    { env: { CI: '' }, records: true },
    { env: { CI: '0' }, records: true },
    { env: { CI: 'false' }, records: true },
    { env: { CI: 'true' }, records: false },
    { env: { CI: '1' }, mode: 'all', records: false },
    { env: { CI: '1', MYNAH_RECORD: 'missing' }, records: true },
    { env: { CI: '1', MYNAH_RECORD: 'all' }, mode: 'none', records: true },
    { env: { MYNAH_RECORD: 'none' }, mode: 'all', records: false },
    { env: { CI: '1' }, mode: 'new', records: false },
    { env: { CI: '1', MYNAH_RECORD: 'new' }, mode: 'none', records: true },
    { env: { MYNAH_RECORD: 'missing' }, mode: 'none', records: true },
  ]
  test.each(rows)('$env and $mode: records $records', ({ env, mode, records }) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const make = () => cassette(temporaryFile(), { origins: ['https://api.test'], ...(mode && { mode }) })
    if (records) expect(make()).toHaveLength(1)
    else expect(thrownBy(make)).toMatchObject({ code: 'RECORDING' })
  })

  test('another value of MYNAH_RECORD is refused', () => {
    vi.stubEnv('MYNAH_RECORD', 'yes')
    const error = thrownBy(() => cassette(temporaryFile(), { origins: ['https://api.test'] }))
    expect(error).toMatchObject({ code: 'RECORDING', message: "MYNAH_RECORD is missing, all, new or none, not 'yes'" })
  })
})

describe('redact', () => {
  const record = async (redact: CassetteOptions['redact']) => {
    const { origin } = await counting()
    const file = temporaryFile()
    const error = await withCassette(file, { origins: [origin], ...(redact && { redact }) }, async (mocks) => {
      const seen = await textOf(`${origin}/users/4711`).catch((error: unknown) => error)
      mocks.reset({ failures: true })
      return seen
    })
    return { error, file }
  }

  test('an error of redact passed the test if the client did not read the body', async () => {
    const { origin } = await counting()
    const bug = new Error('a bug')
    const redact = () => {
      throw bug
    }
    await withCassette(temporaryFile(), { origins: [origin], redact }, async (mocks) => {
      expect((await fetch(`${origin}/users`)).status).toBe(200)
      await vi.waitFor(() => expect(thrownBy(() => mocks.verify())).toBe(bug))
      mocks.reset({ failures: true })
    })
  })

  test('changes an entry before it is written', async () => {
    const { file } = await record((entry) => {
      entry.request.url = entry.request.url.replace('4711', '1')
      delete entry.response.content.text
    })
    expect(readFileSync(file, 'utf8')).not.toContain('4711')
  })

  test('returns another entry, whose secrets are hidden too', async () => {
    const { file } = await record((entry) => ({
      ...entry,
      request: { ...entry.request, headers: [{ name: 'authorization', value: 'Bearer s3cret' }] },
    }))
    expect(entriesOf(file)[0]?.request.headers).toEqual([{ name: 'authorization', value: '(hidden)' }])
  })

  const broken: readonly [problem: string, (entry: HarEntry) => void][] = [
    ["request.url is an absolute URL, not '/users'", (entry) => void Object.assign(entry.request, { url: '/users' })],
    ['request.headers is a list, not nothing', (entry) => void Reflect.deleteProperty(entry.request, 'headers')],
    ['response.cookies is a list, not nothing', (entry) => void Reflect.deleteProperty(entry.response, 'cookies')],
    ['response.content is an object, not nothing', (entry) => void Reflect.deleteProperty(entry.response, 'content')],
  ]
  test.each(broken)('an entry that could not be replayed is refused: %s', async (problem, redact) => {
    const { error, file } = await record(redact)
    expect(error).toMatchObject({
      code: 'RECORDING',
      message: `redact returned an entry that cannot be replayed: ${problem}`,
    })
    expect(existsSync(file)).toBe(false)
  })

  test('a result that is not an entry is refused, and nothing is written', async () => {
    const { error, file } = await record((() => 'nothing') as never)
    expect(error).toMatchObject({ code: 'RECORDING', message: expect.stringContaining("redact returned 'nothing'") })
    expect(existsSync(file)).toBe(false)
  })
})

test('ignore: parts that are not compared when a request is matched', async () => {
  const { origin } = await counting()
  const file = temporaryFile()
  const options = { origins: [origin], ignore: { queries: ['t'] } }
  const first = await withCassette(file, options, () => textOf(`${origin}/a?t=1`))
  expect(await withCassette(file, options, () => textOf(`${origin}/a?t=2`))).toBe(first)
})

describe('the file', () => {
  test('that is not a HAR archive is refused, and not changed', () => {
    for (const mode of ['missing', 'all', 'new', 'none'] as const) {
      const file = temporaryFile('package.json')
      writeFileSync(file, '{"name":"mine"}')
      const error = thrownBy(() => cassette(file, { origins: ['https://api.test'], mode }))
      expect(error).toMatchObject({
        code: 'HAR',
        message: expect.stringContaining(`The cassette ${file} is not a HAR`),
      })
      expect(readFileSync(file, 'utf8')).toBe('{"name":"mine"}')
    }
  })

  test('that somebody has formatted is added to', async () => {
    const { origin } = await counting()
    const file = temporaryFile()
    const recorded = archiveOf({ url: `${origin}/a`, more: { _recordedBy: 'test/other.test.ts' } })
    writeFileSync(file, JSON.stringify(recorded, null, '\t'))
    await withCassette(file, { origins: [origin], mode: 'all' }, () => textOf(`${origin}/b`))
    expect(entriesOf(file)).toHaveLength(2)
  })

  test('that cannot be read is refused', () => {
    const file = temporaryFile()
    mkdirSync(file)
    const error = thrownBy(() => cassette(file, { origins: ['https://api.test'] }))
    expect(error).toMatchObject({
      code: 'RECORDING',
      message: expect.stringContaining(`The cassette ${file} cannot be read`),
    })
  })

  test('that cannot be written fails the request', async () => {
    const { origin } = await counting()
    const file = temporaryFile()
    writeFileSync(file, '')
    startForgiving(cassette(`${file}/in/a/file.har`, { origins: [origin] }))
    expect(await rejectionOf(textOf(`${origin}/a`))).toMatchObject({ code: 'RECORDING' })
  })

  test('answers as har answers from it', async () => {
    const { origin } = await counting()
    const file = temporaryFile()
    const first = await withCassette(file, { origins: [origin] }, () => textOf(`${origin}/a`))
    start(har(readFileSync(file, 'utf8')))
    expect(await textOf(`${origin}/a`)).toBe(first)
  })
})

const mistaken: readonly { title: string; args: readonly unknown[]; message: string }[] = [
  { title: 'no file', args: [undefined, {}], message: 'cassette(undefined)' },
  {
    title: 'no origins',
    args: ['a.har', {}],
    message:
      'cassette: origins is a list of origins to record, each http or https and a host, without a path, not nothing',
  },
  {
    title: 'an origin with a path',
    args: ['a.har', { origins: ['https://a.test/v1'] }],
    message: 'cassette: origins is',
  },
  {
    title: 'an unknown option',
    args: ['a.har', { origin: 'https://a.test' }],
    message: "cassette: 'origin' is not an option",
  },
  {
    title: 'another mode',
    args: ['a.har', { origins: ['https://a.test'], mode: 'once' }],
    message: 'cassette: mode is',
  },
  {
    title: 'a redact that is not a function',
    args: ['a.har', { origins: ['https://a.test'], redact: {} }],
    message: 'cassette: redact is',
  },
]

test.each(mistaken)('is refused: $title', ({ args, message }) => {
  const error = thrownBy(() => cassette(...(args as Parameters<typeof cassette>)))
  expect(error).toBeInstanceOf(RouteDefinitionError)
  expect(messageOf(error)).toContain(message)
})
