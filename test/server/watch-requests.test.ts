import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { certificate } from '../clients/certificate.ts'
import { listen } from '../clients/listen.ts'
import { type Asked, cookieOf, PRELOAD, pathOf, ROOT, serve, startApp } from './support.ts'

/* What the preload does at its start and when a request arrives, and what belongs to that request. */

const running = startApp({ end: afterAll })

async function startBackend(): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer((_, outgoing) => outgoing.end('real')))}`
}

/** Serves tests with these names, each of which answers `to` by its name. */
function serveEach(to: string, names: readonly string[]): Promise<Parameters<typeof cookieOf>[0][]> {
  return Promise.all(names.map((name, delay) => serve([rest.get(to, name, { delay })], { title: name })))
}

describe('what the application asks belongs to its request, also if it begins in', () => {
  test.each([
    'the listener',
    'the events of its body',
    'the loop over its body',
    'a timer',
    'setImmediate',
    'nextTick',
    'a callback of a file',
    'an event emitter',
    'a batch of its own',
  ])('%s', async (begin) => {
    const to = `${await startBackend()}/who`
    const app = await running
    const served = await serveEach(to, ['one', 'two', 'three'])
    const answers = await Promise.all(served.map((test) => app.ask({ to, begin, upload: 'body' }, test)))
    expect(answers).toMatchObject([{ text: '"one"' }, { text: '"two"' }, { text: '"three"' }])
    expect(await app.ask({ to, begin })).toMatchObject({ text: 'real' })
  })

  test('not the loop of the process: it belongs to the request that has started it', async () => {
    const app = await startApp()
    const asked = { to: 'http://api.test/who', begin: 'the loop of the process' }
    const first = await serve([rest.get(asked.to, 'first')], { title: 'first' })
    const second = await serve([rest.get(asked.to, 'second')], { title: 'second' })
    expect(await app.ask(asked, first)).toMatchObject({ text: '"first"' })
    await first.close()
    const error = await app.ask(asked, second)
    expect(error).toMatchObject({ message: expect.stringMatching(/^The test "first" no longer answers/) })
  })

  test('not a timer of the process: it belongs to no test', async () => {
    const to = `${await startBackend()}/who`
    const app = await running
    const [served] = await serveEach(to, ['one'])
    expect(await app.ask({ to, begin: 'a timer of the process' }, served)).toMatchObject({ text: 'real' })
  })
})

test('a request that a server forwards by a Unix socket belongs to the test in the other server too', async () => {
  const app = await running
  const { mocks, ...served } = await serve([rest.get('http://api.test/who', 'one')])
  const asked = pathOf({ to: 'http://api.test/who' })
  const response = await fetch(`http://127.0.0.1:${app.front}${asked}`, { headers: cookieOf(served) })
  expect(await response.json()).toMatchObject({ text: '"one"' })
  expect(mocks.calls()).toHaveLength(1)
})

describe('a server of HTTP/2', () => {
  async function ask(session: ClientHttp2Session, asked: Asked, served: Parameters<typeof cookieOf>[0]) {
    return JSON.parse(await text(session.request({ ':path': pathOf(asked), ...cookieOf(served) })))
  }

  test('its streams of one connection belong to different tests', async () => {
    const app = await running
    const session = connect(`https://127.0.0.1:${app.secure}`, { ca: certificate.cert })
    onTestFinished(() => session.close())
    const to = 'http://api.test/who'
    const begins = ['the listener', 'the events of its body', 'a timer']
    const names = Array.from({ length: 30 }, (_, one) => `test ${one}`)
    const served = await serveEach(to, names)
    const answers = served.map((test, one) => ask(session, { to, begin: begins[one % 3] as string }, test))
    expect(await Promise.all(answers)).toMatchObject(names.map((name) => ({ text: `"${name}"` })))
  })

  test('its clients of HTTP/1.1 are followed too', async () => {
    const app = await running
    const to = 'http://api.test/who'
    const [served] = await serveEach(to, ['one'])
    const headers = cookieOf(served as Parameters<typeof cookieOf>[0])
    const sent = request({ port: app.secure, path: pathOf({ to }), headers, ca: certificate.cert }).end()
    const [response] = await once(sent, 'response')
    expect(JSON.parse(await text(response))).toMatchObject({ text: '"one"' })
  })
})

describe('in production', () => {
  const start = (env: NodeJS.ProcessEnv, code: string) =>
    spawnSync(process.execPath, ['--import', PRELOAD, '--input-type=module', '--eval', code], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })

  test('it ends the process at its start', () => {
    const { status, stdout, stderr } = start({ NODE_ENV: 'production' }, 'console.log("served")')
    expect({ status, stdout, stderr }).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "mynah/server does not run under NODE_ENV=production: anyone who sends the cookie mynah-test could answer the requests of this server

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
