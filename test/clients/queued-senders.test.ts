import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import { getGlobalDispatcher, Pool, setGlobalDispatcher } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, setupMocks } from '../../src/entries/index.ts'
import { deferred, start } from '../promises/support.ts'
import { listen } from './listen.ts'

/** A real server. Returns its origin, the paths that it was asked for, and how many connections it has had. */
async function serve() {
  const asked: string[] = []
  let connections = 0
  const server = http.createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end('real')
  })
  server.on('connection', () => {
    connections++
  })
  return { origin: `http://127.0.0.1:${await listen(server)}`, asked, connections: () => connections }
}

async function textOf(request: http.ClientRequest): Promise<string> {
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

/** Passes late: its head alone does not decide. */
const late = rest.get('/real', () => passthrough())

test('a request that is sent in an event of the socket of a passthrough request reaches the network', async () => {
  const { origin, asked } = await serve()
  start([late, rest.get('/mocked', 'mocked')])
  const nested = deferred<string>()
  const real = http.get(`${origin}/real`)
  real.once('socket', (socket) => {
    socket.once('data', () =>
      textOf(http.get(`${origin}/mocked`)).then(nested.resolve, (error) => nested.resolve(String(error))),
    )
  })
  expect(await textOf(real)).toBe('real')
  expect(await nested.promise).toBe('"mocked"')
  expect(asked).toEqual(['/real'])
})

test.for([false, true])(
  'a request that is sent when a pool of undici drains reaches the network, over a connection of fetch: %s',
  async (isByFetch) => {
    const { origin, asked } = await serve()
    start([late, rest.get('/mocked', 'mocked')])
    const pool = new Pool(origin, { connections: 1 })
    onTestFinished(() => pool.destroy())
    if (isByFetch) {
      const before = getGlobalDispatcher()
      setGlobalDispatcher(pool)
      onTestFinished(() => setGlobalDispatcher(before))
      await (await fetch(`${origin}/real`)).text()
    }
    const nested = deferred<string>()
    pool.once('drain', () => {
      pool
        .request({ path: '/mocked', method: 'GET' })
        .then(({ body }) => body.text())
        .then(nested.resolve, (error) => nested.resolve(String(error)))
    })
    const { body } = await pool.request({ path: '/real', method: 'GET' })
    expect(await body.text()).toBe('real')
    expect(await nested.promise).toBe('"mocked"')
    expect(asked).toEqual(isByFetch ? ['/real', '/real'] : ['/real'])
  },
)

test('a request that is ended in another isolate is recorded there', async () => {
  const mocks = start([rest.post('http://sender.test/', 'mocked')])
  const made = deferred<http.ClientRequest>()
  const first = mocks.isolate(async () => {
    const request = http.request('http://sender.test/', { method: 'POST' })
    request.once('socket', (socket: net.Socket) => socket.once('connect', () => made.resolve(request)))
    await textOf(request)
    return mocks.calls().length
  })
  const second = mocks.isolate(async () => {
    const request = await made.promise
    request.end('body')
    await once(request, 'close')
    return mocks.calls().length
  })
  expect(await Promise.all([first, second])).toEqual([1, 0])
})

test('one object of options and one handler, dispatched in two isolates, count for one of them', async () => {
  const mocks = start([rest.get('/shared', 'mocked')])
  const pool = new Pool('http://sender.test', { connections: 1 })
  onTestFinished(() => pool.destroy())
  const options = { path: '/shared', method: 'GET' as const }
  let open = 3
  const done = deferred()
  const handler = {
    onRequestStart() {},
    onResponseStart() {},
    onResponseData() {},
    onResponseEnd() {
      if (--open === 0) done.resolve()
    },
    onResponseError() {},
  }
  const dispatch = (times: number) =>
    mocks.isolate(async () => {
      for (let time = 0; time < times; time++) pool.dispatch(options, handler)
      await done.promise
      return mocks.calls().length
    })
  expect(await Promise.all([dispatch(1), dispatch(2)])).toEqual([1, 2])
})

test('a request whose agent connects in the context of another isolate opens a real connection, although it is mocked', async () => {
  const { origin, connections } = await serve()
  const mocks = start([])
  const agent = new http.Agent({ maxSockets: 1 })
  const asked = ['real', 'mocked'].map((kind) =>
    mocks.isolate(() => {
      mocks.use(rest.get('/own', kind === 'real' ? passthrough() : 'mocked'))
      return textOf(http.get(`${origin}/own`, { agent }))
    }),
  )
  expect(await Promise.all(asked)).toEqual(['real', '"mocked"'])
  expect(connections()).toBe(1)
})

test('a request that Node cannot parse fails another isolate than the one that sends it', async () => {
  const mocks = setupMocks([])
  mocks.start()
  onTestFinished(() => mocks.stop())
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const quiet = mocks.isolate(async () => {
    mocks.use(rest.get('http://sender.test/', 'mocked'))
    await textOf(http.get('http://sender.test/', { agent }))
  })
  const broken = mocks.isolate(async () => {
    const request = http.get('http://sender.test/', { agent })
    request.once('socket', (socket: net.Socket) => socket.write('no http\r\n\r\n'))
    await once(request, 'error').catch(() => {})
    await once(request, 'close').catch(() => {})
  })
  const [first, second] = await Promise.allSettled([quiet, broken])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ reason: { message: expect.stringContaining('Node cannot parse the request') } })
})
