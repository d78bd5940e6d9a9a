import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { rest } from '../../../src/entries/index.ts'
import { cassette } from '../../../src/entries/record.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../../promises/support.ts'
import { archiveOf, askFetch, askHttp } from '../support.ts'
import { entriesOf, outsideOfCi, serve, temporaryFile, withCassette } from './recording.ts'

outsideOfCi()

const ROOT = new URL('../../../', import.meta.url).pathname
const API = 'https://api.test'

const echoing = () => serve((request, response) => void response.end(`answer to ${request.url}`))
const textOf = async (url: string) => (await askFetch(url)).bytes.toString()

describe('a cassette that somebody has edited', () => {
  const whole = JSON.stringify(archiveOf({ url: `${API}/a` }), null, 2)
  const rows = {
    'with the markers of a conflict': {
      text: whole.replace('    "entries"', '<<<<<<< HEAD\n    "entries"'),
      problem: expect.stringMatching(/^its text is not JSON: .*\(line 8 column 1\)$/),
    },
    'with a comma too many': {
      text: '{"log":{"entries":[],}}',
      problem: expect.stringMatching(/^its text is not JSON: /),
    },
    'and emptied': { text: '', problem: 'its text is not JSON: unexpected end of JSON input' },
    'with a wrong status': {
      text: JSON.stringify({ log: { entries: [{ request: { method: 'GET', url: '/a' } }] } }),
      problem: "log.entries[0].request.url is an absolute URL, not '/a'",
    },
  }

  test.each(Object.entries(rows))('%s is refused, with the place', (_, { text, problem }) => {
    const file = temporaryFile()
    writeFileSync(file, text)
    const message = messageOf(thrownBy(() => cassette(file, { origins: [API] })))
    const [first = '', ...others] = message.split('\n')
    expect(first.slice(0, file.length + 35)).toBe(
      `The cassette ${file} is not a HAR archive: `.slice(0, file.length + 35),
    )
    expect(first.replace(/^.*? is not a HAR archive: /, '')).toEqual(problem)
    expect(others).toEqual(['', 'Repair it, or delete it and record it again'])
  })

  test('answers with what it says now', async () => {
    const origin = await echoing()
    const file = temporaryFile()
    await withCassette(file, { origins: [origin] }, () => textOf(`${origin}/a`))
    writeFileSync(file, readFileSync(file, 'utf8').replace('answer to', 'edited, for'))
    expect(await withCassette(file, { origins: [origin] }, () => textOf(`${origin}/a`))).toBe('edited, for /a')
  })
})

describe('a cassette without entries', () => {
  test('says that nothing is recorded, and how to record', async () => {
    const file = temporaryFile()
    writeFileSync(file, JSON.stringify(archiveOf()))
    const mocks = startForgiving([rest.get('/other', {}), ...cassette(file, { origins: [API] })])
    const [, line] = /archive\/record\/(cassette-troubles\.test\.ts:\d+)/.exec(String(mocks.unused()[0])) ?? []
    expect((await rejectionOf(fetch(`${API}/users`))) as Error).toMatchObject({
      message: [
        `No stub answers GET ${API}/users`,
        '',
        `Nearest: rest.get('/other')  test/archive/record/${line}`,
        "  path segment 1  expected 'other'",
        "                  received 'users'",
        '',
        `To answer it: rest.get('/users', {})`,
        `Nothing is recorded in '${file}'`,
        'To record it: MYNAH_RECORD=new npx vitest run test/archive/record/cassette-troubles.test.ts',
        `To let it reach the network: setupMocks(routes, { passthrough: ['${API}'] })`,
      ].join('\n'),
    })
    expect(messageOf(await rejectionOf(fetch('https://other.test/users')))).not.toContain('recorded')
    expect(mocks.unused()).toHaveLength(1)
  })

  test('says so if it is all there is', async () => {
    const file = temporaryFile()
    writeFileSync(file, JSON.stringify(archiveOf()))
    startForgiving(cassette(file, { origins: [API], mode: 'none' }))
    const message = messageOf(await rejectionOf(fetch(`${API}/users`)))
    expect(message.split('\n').slice(0, 3)).toEqual([`No stub answers GET ${API}/users`, '', 'No routes are declared'])
    expect(message).toContain(`\nNothing is recorded in '${file}'\nTo record it: MYNAH_RECORD=new npx vitest run`)
  })
})

describe('several cassettes', () => {
  test('of one test file answer and record beside each other', async () => {
    const [one, two] = [await echoing(), await echoing()]
    const [first, second] = [temporaryFile('one.har'), temporaryFile('two.har')]
    const ask = async () => [await textOf(`${one}/a`), await textOf(`${two}/b`)]
    for (const _ of ['recorded', 'replayed']) {
      const mocks = start([...cassette(first, { origins: [one] }), ...cassette(second, { origins: [two] })])
      expect(await ask()).toEqual(['answer to /a', 'answer to /b'])
      mocks.stop()
    }
    expect([entriesOf(first).length, entriesOf(second).length]).toEqual([1, 1])
  })

  test('a second call for one file leaves what the first has recorded anew', async () => {
    const origin = await echoing()
    const file = temporaryFile()
    await withCassette(file, { origins: [origin] }, () => textOf(`${origin}/old`))
    const options = { origins: [origin], mode: 'all' } as const
    for (const path of ['/a', '/b', '/c']) await withCassette(file, options, () => textOf(origin + path))
    expect(entriesOf(file).map(({ request }) => new URL(request.url).pathname)).toEqual(['/a', '/b', '/c'])
  })
})

describe('the file system', () => {
  test('a folder that cannot be written: a cassette in it answers', async () => {
    const origin = await echoing()
    const file = temporaryFile('read-only/cassette.har')
    await withCassette(file, { origins: [origin] }, () => textOf(`${origin}/a`))
    chmodSync(dirname(file), 0o555)
    try {
      expect(await withCassette(file, { origins: [origin] }, () => textOf(`${origin}/a`))).toBe('answer to /a')
      expect(readdirSync(dirname(file))).toEqual(['cassette.har'])
    } finally {
      chmodSync(dirname(file), 0o755)
    }
  })

  test('a link to a missing cassette stays one, and its file is recorded', async () => {
    const origin = await serve((_request, response) => response.end('real'))
    const link = temporaryFile('link.har')
    symlinkSync('sub/../real/cassette.har', link)
    const file = join(dirname(link), 'real', 'cassette.har')
    await withCassette(link, { origins: [origin] }, () => textOf(`${origin}/a`))
    expect([lstatSync(link).isSymbolicLink(), entriesOf(file).length]).toEqual([true, 1])
    expect(readdirSync(dirname(link)).sort()).toEqual(['link.har', 'real'])
  })

  test('a link that leads back to itself is refused', () => {
    const link = temporaryFile('link.har')
    symlinkSync('link.har', link)
    const error = thrownBy(() => cassette(link, { origins: ['https://api.test'] }))
    expect(error).toMatchObject({ code: 'RECORDING', message: expect.stringMatching(/cannot be read: ELOOP/) })
  })

  test('a link to a cassette stays one', async () => {
    const origin = await echoing()
    const file = temporaryFile()
    const link = join(dirname(file), 'link.har')
    writeFileSync(file, JSON.stringify(archiveOf()))
    symlinkSync(file, link)
    await withCassette(link, { origins: [origin], mode: 'all' }, () => textOf(`${origin}/a`))
    expect([lstatSync(link).isSymbolicLink(), entriesOf(file).length]).toEqual([true, 1])
  })

  test('a folder for marks that cannot be made is reported', () => {
    const file = temporaryFile()
    const { TMPDIR } = process.env
    process.env.TMPDIR = join(file, 'no folder')
    writeFileSync(file, '')
    try {
      const error = thrownBy(() => cassette(join(dirname(file), 'new.har'), { origins: [API] }))
      expect(error).toMatchObject({
        code: 'RECORDING',
        message: expect.stringContaining('cannot be recorded: ENOTDIR'),
      })
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
  })

  // A limit on the size of files stands in for a full disk: a write comes back short, the next one fails.
  test('a disk that is full fails the request, and leaves the cassette as it was', async () => {
    const file = temporaryFile()
    const script = temporaryFile('record.mts')
    writeFileSync(
      script,
      `
      import { createServer } from 'node:http'
      import { setupMocks } from '${ROOT}src/entries/index.ts'
      import { cassette } from '${ROOT}src/entries/record.ts'
      const server = createServer((request, response) => response.end('x'.repeat(Number(request.url.slice(1)))))
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      const origin = 'http://127.0.0.1:' + server.address().port
      const mocks = setupMocks(cassette(${JSON.stringify(file)}, { origins: [origin] }))
      mocks.start()
      const seen = []
      for (const size of [10, 100_000, 20]) {
        seen.push(await fetch(origin + '/' + size).then((response) => response.text()).then(
          (text) => text.length,
          (error) => [error.code, error.message.replace(/ is not.*/, '')],
        ))
      }
      mocks.reset({ failures: true })
      mocks.stop()
      server.close()
      console.log(JSON.stringify(seen))
      `,
    )
    const command = `ulimit -f 40; exec ${ROOT}node_modules/.bin/node --experimental-strip-types --no-warnings ${script}`
    const env = { ...process.env, CI: '', MYNAH_RECORD: '', VITEST: '', NODE_OPTIONS: '' }
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env })
    expect(JSON.parse(stdout)).toEqual([
      10,
      ['RECORDING', `The cassette ${file} cannot be written: EFBIG: file too large, write`],
      20,
    ])
    expect(entriesOf(file).map(({ response }) => response.content.size)).toEqual([10, 20])
    expect(readdirSync(dirname(file))).toEqual(['cassette.har'])
  }, 180_000)
})

describe('the end of the process', () => {
  const byFetch = 'await (await fetch(url)).text()'
  const byHttp = "await new Promise((resolve) => get(url, (message) => message.on('end', resolve).resume()))"
  test.each([
    ['process.exit()', byFetch],
    ['process.exit()', byHttp],
    ["process.kill(process.pid, 'SIGKILL')", byFetch],
    ["process.kill(process.pid, 'SIGKILL')", byHttp],
  ])(
    'by %s, when a client has read its answer, loses nothing: %s',
    async (end, ask) => {
      const origin = await echoing()
      const file = temporaryFile()
      const script = temporaryFile('record.mts')
      writeFileSync(
        script,
        `
      import { get } from 'node:http'
      import { setupMocks } from '${ROOT}src/entries/index.ts'
      import { cassette } from '${ROOT}src/entries/record.ts'
      setupMocks(cassette(${JSON.stringify(file)}, { origins: ['${origin}'] })).start()
      for (const url of ['${origin}/a', '${origin}/b']) ${ask}
      ${end}
      `,
      )
      const args = ['--experimental-strip-types', '--no-warnings', script]
      const env = { ...process.env, CI: '', MYNAH_RECORD: '', VITEST: '', NODE_OPTIONS: '' }
      await promisify(execFile)(`${ROOT}node_modules/.bin/node`, args, { env }).catch(() => {})
      expect(entriesOf(file).map(({ response }) => response.content.text)).toEqual(['answer to /a', 'answer to /b'])
      expect(readdirSync(dirname(file))).toEqual(['cassette.har'])
    },
    180_000,
  )
})

describe('the end of the mocks', () => {
  test('while an endless answer arrives: what has come is recorded', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write('the beginning')
    })
    const file = temporaryFile()
    const mocks = startForgiving(cassette(file, { origins: [origin] }))
    const reader = (await fetch(`${origin}/a`)).body?.getReader()
    await reader?.read()
    mocks.stop()
    expect(((await rejectionOf(reader?.read() as Promise<unknown>)) as Error).name).toBe('AbortError')
    await expect.poll(() => existsSync(file) && entriesOf(file)[0]?.response.content.text).toBe('the beginning')
  })

  test('before an answer has come: nothing is recorded', async () => {
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const origin = await serve(() => arrived())
    const file = temporaryFile()
    const mocks = startForgiving(cassette(file, { origins: [origin] }))
    const asked = rejectionOf(fetch(`${origin}/a`)) as Promise<Error>
    await arrival
    mocks.stop()
    expect((await asked).name).toBe('AbortError')
    await textOf(`${await echoing()}/a`)
    expect(existsSync(file)).toBe(false)
  })

  test('in the tick in which a client aborts: the abort of a fetch is recorded', async () => {
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const origin = await serve(() => arrived())
    const file = temporaryFile()
    const mocks = startForgiving(cassette(file, { origins: [origin] }))
    const controller = new AbortController()
    const asked = rejectionOf(fetch(`${origin}/a`, { signal: controller.signal })) as Promise<Error>
    await arrival
    controller.abort()
    mocks.stop()
    expect((await asked).name).toBe('AbortError')
    await expect.poll(() => existsSync(file) && entriesOf(file)[0]?.response._aborted).toBe(true)
  })

  test('in the tick in which a client of node:http aborts: the two look the same, so nothing is recorded', async () => {
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const origin = await serve(() => arrived())
    const file = temporaryFile()
    const mocks = startForgiving(cassette(file, { origins: [origin] }))
    const request = get(`${origin}/a`)
    const failed = new Promise((resolve) => request.on('error', resolve))
    await arrival
    request.destroy()
    mocks.stop()
    expect(await failed).toMatchObject({ code: 'ECONNRESET' })
    await textOf(`${await echoing()}/a`)
    expect(existsSync(file)).toBe(false)
  })
})

test('a request with different answers gets them in the recorded order, and then the last', async () => {
  let count = 0
  const origin = await serve((_request, response) => {
    response.writeHead(count === 1 ? 503 : 200)
    response.end(`${count++}`)
  })
  const file = temporaryFile()
  const run = async () => {
    const seen = []
    for (const ask of [askFetch, askHttp, askFetch]) {
      const { status, bytes } = await ask(`${origin}/job`)
      seen.push([status, bytes.toString()])
    }
    return seen
  }
  const first = await withCassette(file, { origins: [origin] }, run)
  expect(first).toEqual([
    [200, '0'],
    [503, '1'],
    [200, '2'],
  ])
  const again = await withCassette(file, { origins: [origin] }, async () => [
    ...(await run()),
    ...(await run()).slice(0, 1),
  ])
  expect(again).toEqual([...first, [200, '2']])
  expect(count).toBe(3)
})

test('an answer with trailers is recorded without them', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { trailer: 'x-sum', 'content-type': 'text/plain' })
    response.write('a')
    response.addTrailers({ 'x-sum': '1' })
    response.end()
  })
  const file = temporaryFile()
  const run = async () => (await askHttp(`${origin}/a`)).bytes.toString()
  expect(await withCassette(file, { origins: [origin] }, run)).toBe('a')
  expect(JSON.stringify(entriesOf(file))).not.toMatch(/x-sum|"trailer"/)
  expect(await withCassette(file, { origins: [origin] }, run)).toBe('a')
})

test('a folder in the place of a cassette is reported', async () => {
  const origin = await echoing()
  const file = temporaryFile()
  startForgiving(cassette(file, { origins: [origin] }))
  mkdirSync(join(file, 'in it'), { recursive: true })
  expect(await rejectionOf(textOf(`${origin}/a`))).toMatchObject({ code: 'RECORDING' })
  rmSync(file, { recursive: true })
})
