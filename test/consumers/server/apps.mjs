import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { rest, setupMocks } from 'mynah'
import { serveMocks } from 'mynah/server'

const run = promisify(execFile)

/** The real API, which requests without a cookie reach. */
const api = createServer((_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('[{"name":"real"}]')
})
api.listen(0, '127.0.0.1')
await once(api, 'listening')
api.unref()
// On a slow machine, a client may send over a connection that the API has just closed.
api.keepAliveTimeout = 60_000
process.env.API = `http://127.0.0.1:${api.address().port}`

/** Starts a command whose first URL on stdout is the application's; it ends with the test file. */
export async function startApp(command, args, env = {}) {
  const app = spawn(command, args, {
    env: { ...process.env, NODE_OPTIONS: '--import mynah/server', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  after(() => {
    // The whole group: a framework's command starts processes of its own.
    process.kill(-app.pid, 'SIGKILL')
  })
  let told = ''
  while (!/http:\/\/\S+/.test(told)) told += (await once(app.stdout, 'data'))[0]
  app.stdout.resume()
  return /http:\/\/\S+/.exec(told)[0]
}

/** Runs two workers at the same time; returns what was answered by the wrong test, or by none. */
export async function runWorkers(url) {
  const results = await Promise.all(['one', 'two'].map((name) => run(process.execPath, ['worker.mjs', name, url])))
  return results.flatMap(({ stdout }) => JSON.parse(stdout))
}

/** Asks for a page whose server asks what no stub answers; returns the status of the page and the failure of the test. */
export async function miss(url) {
  const mocks = setupMocks([rest.get(`${process.env.API}/others`, [])], { patch: false })
  const { cookie, close } = await serveMocks(mocks, { title: 'a miss' })
  const { status } = await fetch(url, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
  await close()
  try {
    mocks.verify()
  } catch (error) {
    return { status, failure: error.message }
  } finally {
    mocks.reset({ failures: true })
    mocks.stop()
  }
  return { status }
}

/** Asks without a cookie. */
export async function askWithoutCookie(url) {
  const response = await fetch(url)
  return response.text()
}
