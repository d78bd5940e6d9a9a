import { spawn, spawnSync } from 'node:child_process'
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
import { DOOR, ROOT, serve, startApp } from './support.ts'

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

describe('without the cookie', () => {
  test('the real server gets the same requests, before the first cookie and after it', async () => {
    const sent = async (door: boolean) => {
      const { origin, heads } = await startBackend()
      const app = await startApp({ door })
      const askAll = async () => {
        for (const client of CLIENTS)
          await app.ask({ client, to: `${origin}/users`, ...(client === 'axios' && { body: 'x' }) })
      }
      await askAll()
      const served = await serve([rest.get(`${origin}/users`, [])])
      if (door) for (const client of CLIENTS) await app.ask({ client, to: `${origin}/users` }, served)
      await askAll()
      return heads.map((head) => head.replaceAll(origin.slice('http://'.length), 'host'))
    }
    expect(await sent(true)).toEqual(await sent(false))
  })

  test('a request from another address than loopback counts as one', async () => {
    const host = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    const { origin } = await startBackend()
    const served = await serve([rest.get(`${origin}/users`, 'mocked')])
    const app = await startApp({ host: host?.address ?? '127.0.0.1' })
    const { text } = (await app.ask({ to: `${origin}/users` }, served)) as { readonly text: string }
    // A machine without a network has loopback alone.
    expect(text).toBe(host ? 'real' : '"mocked"')
  })
})

test("passthrough is decided by the test, and the application's server makes the real request", async () => {
  const { origin, heads } = await startBackend()
  const { mocks, ...served } = await serve([rest.get(`${origin}/stub`, passthrough())], { passthrough: [origin] })
  const app = await startApp()
  for (const path of ['/stub', '/allowed']) {
    for (const client of CLIENTS)
      expect(await app.ask({ client, to: `${origin}${path}` }, served)).toMatchObject({ text: 'real' })
  }
  expect(heads).toHaveLength(12)
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(Array(12).fill('passed'))
})

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

      A request that carries the cookie mynah-test is answered by its test alone, and nothing of it reached the network. Let the test wait for the requests that it causes, or delete the cookie"
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

      A request that carries the cookie mynah-test is answered by its test alone, and nothing of it reached the network. Let the test wait for the requests that it causes, or delete the cookie"
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

  const killed = CLIENTS.flatMap((client) => ['never', 'half'].map((path) => ({ client, path })))
  test.each(killed)('its worker is killed in mid-request: $client, /$path', async ({ client, path }) => {
    const worker = spawn(process.execPath, [new URL('served.ts', import.meta.url).pathname], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void worker.kill('SIGKILL'))
    const [line] = await once(worker.stdout, 'data')
    const cookie = JSON.parse(String(line))
    const app = await running
    const answer = app.ask({ client, to: `http://api.test/${path}` }, { cookie })
    await once(worker.stdout, 'data')
    worker.kill('SIGKILL')
    expect(JSON.stringify(await answer)).toContain('The test \\"is killed\\" no longer answers')
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

describe('in production', () => {
  const start = (env: NodeJS.ProcessEnv, code: string) =>
    spawnSync(process.execPath, ['--import', DOOR, '--input-type=module', '--eval', code], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })

  test('it ends the process at its start', () => {
    const { status, stdout, stderr } = start({ NODE_ENV: 'production' }, 'console.log("served")')
    expect({ status, stdout, stderr }).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "mynah/server does not run under NODE_ENV=production: whoever sends the cookie mynah-test could answer what this server asks

      Remove  --import mynah/server  from NODE_OPTIONS, or, to test a production build, write  MYNAH_SERVER=1
      ",
        "stdout": "",
      }
    `)
  })

  test('it ends a process that says so later, at its first request', () => {
    const code = `
      import { createServer, get } from 'node:http'
      process.env.NODE_ENV = 'production'
      const server = createServer((_, outgoing) => outgoing.end()).listen(0, '127.0.0.1', () => get({ port: server.address().port }, () => { console.log('served'); process.exit() }))`
    expect(start({ NODE_ENV: '' }, code)).toMatchObject({ status: 1, stdout: '' })
  })

  test('MYNAH_SERVER=1 lets it run', () => {
    const { status, stdout, stderr } = start({ NODE_ENV: 'production', MYNAH_SERVER: '1' }, 'console.log("served")')
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'served\n', stderr: '' })
  })
})
