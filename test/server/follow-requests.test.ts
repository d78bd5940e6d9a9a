import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest } from '../../src/entries/index.ts'
import { cookieValue } from '../../src/server/cookie.ts'
import { FollowedTest } from '../../src/server/followed-test.ts'
import { listen } from '../clients/listen.ts'
import { messageOf, rejectionOf } from '../promises/support.ts'
import { ROOT, serve, startApp } from './support.ts'

/* Which requests of an application's server are answered by which test, and what happens if the test has ended.
 * All applications but those that tests end are one process. */

const CLIENTS = ['fetch', 'captured fetch', 'http', 'kept http', 'axios', 'undici']

const running = startApp({ end: afterAll })

/** Starts a real server that tells what it was sent; returns its origin and the requests. */
async function startBackend(): Promise<{ readonly origin: string; readonly heads: string[] }> {
  const heads: string[] = []
  const listener: RequestListener = ({ method, url, rawHeaders }, outgoing) => {
    heads.push([method, url, ...rawHeaders].join(' '))
    outgoing.end('real')
  }
  return { origin: `http://127.0.0.1:${await listen(createServer(listener))}`, heads }
}

test('of 300 interleaved requests over kept connections, none is answered by another test, and those without a cookie are real', async () => {
  const { origin, heads } = await startBackend()
  const app = await running
  const all = await Promise.all(
    Array.from({ length: 9 }, (_, one) =>
      serve([rest.get(`${origin}/who`, `test ${one}`, { delay: one % 4 })], { title: `test ${one}` }),
    ),
  )
  const tests = [...all, undefined]
  const askInTurn = (lane: number) => async () => {
    const wrong: string[] = []
    for (let round = 0; round < 30; round++) {
      const number = (lane + round * 7) % tests.length
      const client = CLIENTS[(lane * 5 + round) % CLIENTS.length] as string
      const expected = tests[number] ? `"test ${number}"` : 'real'
      const { text } = (await app.ask({ client, to: `${origin}/who` }, tests[number])) as { readonly text: string }
      if (text !== expected) wrong.push(`${client}: ${text} instead of ${expected}`)
    }
    return wrong
  }
  const wrong = await Promise.all(Array.from({ length: 10 }, (_, lane) => askInTurn(lane)()))
  expect(wrong.flat()).toEqual([])
  expect(heads).toHaveLength(30)
  expect(all.map(({ mocks }) => mocks.calls().length)).toEqual(Array(9).fill(30))
})

test('the first requests of a server come at once, and each is answered by its own test', async () => {
  const app = await startApp()
  const names = Array.from({ length: 12 }, (_, one) => `test ${one}`)
  const answers = names.map(async (name, one) => {
    const served = await serve([rest.get('http://api.test/who', name)], { title: name })
    return app.ask({ client: CLIENTS[one % CLIENTS.length] as string, to: 'http://api.test/who' }, served)
  })
  expect(await Promise.all(answers)).toMatchObject(names.map((name) => ({ text: `"${name}"` })))
})

test.each(CLIENTS)('an API of HTTPS is answered by the test that asks: %s', async (client) => {
  const app = await running
  const to = 'https://api.example.com/who'
  const names = ['one', 'two', 'three']
  const answers = names.map(async (name, delay) => {
    const served = await serve([rest.get(to, name, { delay })], { title: name })
    const asked = Array.from({ length: 4 }, () => app.ask({ client, to }, served))
    return (await Promise.all(asked)).map((observed) => (observed as { readonly text: string }).text)
  })
  expect(await Promise.all(answers)).toEqual(names.map((name) => Array(4).fill(`"${name}"`)))
})

describe('without the cookie', () => {
  test('the real server gets the same requests, before the first cookie and after it', async () => {
    const sent = async (preload: boolean) => {
      const { origin, heads } = await startBackend()
      const app = await startApp({ preload })
      const askAll = async () => {
        for (const client of CLIENTS)
          await app.ask({ client, to: `${origin}/users`, ...(client === 'axios' && { body: 'x' }) })
      }
      await askAll()
      const served = await serve([rest.get(`${origin}/users`, [])])
      if (preload) for (const client of CLIENTS) await app.ask({ client, to: `${origin}/users` }, served)
      await askAll()
      return heads.map((head) => head.replaceAll(origin.slice('http://'.length), 'host'))
    }
    expect(await sent(true)).toEqual(await sent(false))
  })

  test('a request from another address than loopback counts as one', async () => {
    const host = networkAddress()
    const { origin } = await startBackend()
    const served = await serve([rest.get(`${origin}/users`, 'mocked')])
    const app = await startApp({ host: host ?? '127.0.0.1' })
    const { text } = (await app.ask({ to: `${origin}/users` }, served)) as { readonly text: string }
    // A machine without a network has loopback alone.
    expect(text).toBe(host ? 'real' : '"mocked"')
  })
})

test("passthrough is decided by the test, and the application's server makes the real request", async () => {
  const { origin, heads } = await startBackend()
  const { mocks, ...served } = await serve([rest.get(`${origin}/stub`, passthrough())], { passthrough: [origin] })
  const app = await running
  for (const path of ['/stub', '/allowed']) {
    for (const client of CLIENTS)
      expect(await app.ask({ client, to: `${origin}${path}` }, served)).toMatchObject({ text: 'real' })
  }
  expect(heads).toHaveLength(12)
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(Array(12).fill('passed'))
})

describe("an application that forwards its visitor's cookies", () => {
  test.each(CLIENTS)('sends the cookie of the test to no stub: %s', async (client) => {
    const app = await running
    const { mocks, ...served } = await serve([rest.get('https://api.test/me', ({ request }) => request.cookies)])
    const asked = { client, to: 'https://api.test/me', forwards: '1' }
    expect(await app.ask({ ...asked, cookies: 'a=1; b=2' }, served)).toMatchObject({ text: '{"a":"1","b":"2"}' })
    expect(await app.ask(asked, served)).toMatchObject({ text: '{}' })
    expect(mocks.calls().map(({ request }) => request.headers.cookie)).toEqual(['a=1; b=2', undefined])
  })

  test.skipIf(networkAddress() === undefined).each(CLIENTS)(
    'sends the cookie of the test to no other machine, which needs a network address: %s',
    async (client) => {
      const app = await running
      const { origin, cookies } = await startNetworkBackend()
      const served = await serve([], { passthrough: [origin] })
      const asked = { client, to: `${origin}/me`, forwards: '1' }
      for (const others of ['a=1; b=2', undefined]) {
        await app.ask({ ...asked, ...(others !== undefined && { cookies: others }) }, served)
      }
      expect(cookies).toEqual(['a=1; b=2', undefined])
    },
  )

  test.each(CLIENTS)('asks itself with the cookies, and stays with its test: %s', async (client) => {
    const app = await running
    const served = await serve([rest.get('https://api.test/me', 'mocked')], { passthrough: [/^http:\/\/127/] })
    const to = `http://127.0.0.1:${app.port}/?to=https://api.test/me`
    const { text } = (await app.ask({ client, to, forwards: '1' }, served)) as { readonly text: string }
    expect(JSON.parse(text)).toMatchObject({ status: 200, text: '"mocked"' })
  })
})

/** Starts a real server at the address of this machine in its network, which stands for another machine, and keeps what cookies it gets. */
async function startNetworkBackend(): Promise<{ readonly origin: string; readonly cookies: unknown[] }> {
  const cookies: unknown[] = []
  const server = createServer(({ headers }, outgoing) => {
    cookies.push(headers.cookie)
    outgoing.end('real')
  })
  const host = networkAddress() ?? '127.0.0.1'
  return { origin: `http://${host}:${await listen(server, host)}`, cookies }
}

function networkAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address
}

describe('a test that has ended is an error that names it', () => {
  test.each(CLIENTS)("yesterday's cookie, whose port is closed: %s", async (client) => {
    const { origin, heads } = await startBackend()
    const served = await serve([], { title: 'users › lists "all"' })
    const app = await running
    await served.close()
    const observed = JSON.stringify(await app.ask({ client, to: `${origin}/users` }, served))
    expect(observed).toContain('"code":"ENVIRONMENT"')
    expect(observed).toContain(JSON.stringify('The test "users › lists "all"" no longer answers').slice(1, -1))
    expect(heads).toEqual([])
  })

  test('another test has its port by now: it is not asked', async () => {
    const { mocks, ...served } = await serve([rest.get('http://api.test/users', [])])
    const app = await running
    const port = Number(served.cookie.value.split('.')[0])
    const cookie = { name: served.cookie.name, value: cookieValue({ port, id: 'yesterday', title: 'of yesterday' }) }
    const { message } = (await app.ask({ to: 'http://api.test/users' }, { cookie })) as Error
    expect(message.replace(String(port), 'PORT')).toMatchInlineSnapshot(`
      "The test "of yesterday" no longer answers at 127.0.0.1:PORT: another program has the port

      Only its own test answers a request with the cookie mynah-test, so it did not reach the network. Make the test wait for the requests it causes, or delete the cookie"
    `)
    expect(mocks.calls()).toEqual([])
  })

  test('a program that never answers has its port by now', async () => {
    const sockets: string[] = []
    const silent = createSocketServer((socket) =>
      socket.on('data', (data) => sockets.push(String(data))).on('error', () => {}),
    )
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const followed = new FollowedTest({ port, id: 'a', title: 'lists users' }, 100)
    const error = await rejectionOf(followed.send({ method: 'POST', body: Buffer.from('secret'), signal: undefined }))
    expect(messageOf(error).replace(String(port), 'PORT')).toMatchInlineSnapshot(`
      "The test "lists users" no longer answers at 127.0.0.1:PORT: The operation was aborted due to timeout

      Only its own test answers a request with the cookie mynah-test, so it did not reach the network. Make the test wait for the requests it causes, or delete the cookie"
    `)
    expect(sockets.join('')).toMatch(/^HEAD \/ /)
    expect(sockets.join('')).not.toContain('secret')
  })

  test.each(['', 'nonsense', '0.a.b', '99999.id.title'])('a cookie of another form: %j', async (value) => {
    const { origin, heads } = await startBackend()
    const app = await running
    const error = await app.ask({ to: `${origin}/users` }, { cookie: { name: 'mynah-test', value } })
    expect(error).toMatchObject({ code: 'ENVIRONMENT' })
    expect(heads).toEqual([])
  })

  test.each(['never', 'half'])('its worker is killed in mid-request, which a stub answers /%s', async (path) => {
    const worker = spawn(process.execPath, [new URL('served.ts', import.meta.url).pathname], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void worker.kill('SIGKILL'))
    const [line] = await once(worker.stdout, 'data')
    const cookie = JSON.parse(String(line))
    const app = await running
    const answers = CLIENTS.map((client) => app.ask({ client, to: `http://api.test/${path}` }, { cookie }))
    for (let asked = ''; asked.length < 'asked\n'.length * CLIENTS.length; ) {
      asked += String((await once(worker.stdout, 'data'))[0])
    }
    worker.kill('SIGKILL')
    for (const answer of await Promise.all(answers)) {
      expect(JSON.stringify(answer)).toContain('The test \\"is killed\\" no longer answers')
    }
  })
})

test("after the application's server is restarted, it is answered by the same test", async () => {
  const served = await serve([rest.get('http://api.test/users', 'mocked')])
  for (let start = 0; start < 2; start++) {
    const app = await startApp()
    expect(await app.ask({ to: 'http://api.test/users' }, served)).toMatchObject({ text: '"mocked"' })
    app.process.kill('SIGKILL')
    await once(app.process, 'exit')
  }
})
