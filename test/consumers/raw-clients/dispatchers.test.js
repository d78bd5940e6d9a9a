import assert from 'node:assert/strict'
import http from 'node:http'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import { passthrough, redirect, rest, sequence, setupMocks, status } from 'mynah'
import * as undici from 'undici7'
import { whileMocked } from './while-mocked.js'

const { Agent, interceptors } = undici
const settings = { minTimeout: 1, maxRetries: 3 }
const DISPATCHERS = {
  'a plain Agent': () => new Agent(),
  retry: () => new Agent().compose(interceptors.retry(settings)),
  RetryAgent: () => new undici.RetryAgent(new Agent(), settings),
  redirect: () => new Agent().compose(interceptors.redirect({ maxRedirections: 3 })),
  responseError: () => new Agent().compose(interceptors.responseError()),
  cache: () => new Agent().compose(interceptors.cache()),
}

/** The ways by which Node's own fetch takes a dispatcher. */
const PLACES = {
  'the global dispatcher': (dispatcher) => {
    const before = undici.getGlobalDispatcher()
    undici.setGlobalDispatcher(dispatcher)
    return { send: (url, init) => fetch(url, init), undo: () => undici.setGlobalDispatcher(before) }
  },
  'the option dispatcher': (dispatcher) => ({ send: (url, init) => fetch(url, { ...init, dispatcher }), undo() {} }),
}

let jobs = 0
const ANSWERS = {
  '/users': (_, response) => response.end('[1]'),
  '/jobs': (_, response) => {
    response.statusCode = ++jobs % 3 === 0 ? 200 : 503
    response.end(response.statusCode === 200 ? '{"ok":1}' : undefined)
  },
  '/old': (_, response) => response.writeHead(302, { location: '/users' }).end(),
  '/bad': (_, response) => response.writeHead(400).end('{}'),
  '/list': (_, response) => response.writeHead(200, { 'cache-control': 'max-age=60' }).end('[2]'),
  '/slow': () => {},
}
const ROUTES = () => [
  rest.get('/users', [1]),
  rest.get('/jobs', sequence(status(503), status(503), { ok: 1 })),
  rest.get('/old', redirect('/users')),
  rest.get('/bad', {}, { status: 400 }),
  rest.get('/list', [2], { headers: { 'cache-control': 'max-age=60' } }),
  rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY }),
]

let seen = []
const server = http.createServer((request, response) => {
  seen.push(request.url)
  ANSWERS[request.url](request, response)
})
const tunnels = []
const proxy = http.createServer().on('connect', (request, socket) => {
  tunnels.push(request.url)
  const target = net.connect(server.address().port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    target.pipe(socket).pipe(target)
  })
  for (const one of [socket, target]) one.on('error', () => {})
})
const originOf = (listener) => `http://127.0.0.1:${listener.address().port}`
before(async () => {
  for (const listener of [server, proxy]) await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve))
})
after(() => {
  for (const listener of [server, proxy]) {
    listener.closeAllConnections()
    listener.close()
  }
})

/** What a call of fetch comes to, also an error, and those under it. */
async function outcomeOf(promise) {
  try {
    const response = await promise
    return [response.status, await response.text()]
  } catch (error) {
    return [error.name, error.cause?.code ?? error.message]
  }
}

const pathsOf = (mocks) => mocks.calls().map(({ request, outcome }) => `${new URL(request.url).pathname} ${outcome}`)

test('the dispatcher of a Request carries what passes, and its interceptors see no mocked answer, as the limits say', async () => {
  const dispatcher = DISPATCHERS.retry()
  const send = async (path) => outcomeOf(fetch(new Request(originOf(server) + path, { dispatcher })))
  jobs = 0
  assert.deepEqual(await send('/jobs'), [200, '{"ok":1}'])
  await whileMocked([rest.get('/jobs', passthrough())], {}, async () => {
    assert.deepEqual(await send('/jobs'), [200, '{"ok":1}'])
  })
  await whileMocked(ROUTES(), {}, async (mocks) => {
    assert.deepEqual(await send('/jobs'), [503, ''])
    assert.deepEqual(pathsOf(mocks), ['/jobs answered'])
  })
  await dispatcher.destroy()
})

for (const [place, install] of Object.entries(PLACES)) {
  describe(`fetch with ${place} of undici 7:`, () => {
    for (const [name, make] of Object.entries(DISPATCHERS)) {
      const withDispatcher = async (act) => {
        const dispatcher = make()
        const { send, undo } = install(dispatcher)
        try {
          return await act((path, init) => outcomeOf(send(originOf(server) + path, init)))
        } finally {
          undo()
          await dispatcher.destroy()
        }
      }
      const tryAll = (ask) =>
        withDispatcher(async (send) => {
          const outcomes = []
          for (const path of ['/users', '/jobs', '/old', '/bad', '/list', '/list']) outcomes.push(await ask(send, path))
          return outcomes
        })

      test(`${name}, mocked, does what it does before a server`, async () => {
        seen = []
        jobs = 0
        const real = await tryAll((send, path) => send(path))
        const requests = seen
        seen = []
        await whileMocked(ROUTES(), {}, async (mocks) => {
          assert.deepEqual(await tryAll((send, path) => send(path)), real)
          assert.deepEqual(
            pathsOf(mocks),
            requests.map((path) => `${path} answered`),
          )
        })
        assert.deepEqual(seen, [])
      })

      test(`${name}, passed, reaches the server`, async () => {
        await whileMocked([rest.get('/users', passthrough())], {}, async (mocks) => {
          assert.deepEqual(await withDispatcher((send) => send('/users')), [200, '[1]'])
          assert.deepEqual(pathsOf(mocks), ['/users passed'])
        })
      })

      test(`${name}, missed, fails with the report, once`, async () => {
        await whileMocked([], {}, async (mocks) => {
          const [, message] = await withDispatcher((send) => send('/users'))
          assert.match(message, /No stub answers GET http:\/\/127\.0\.0\.1:\d+\/users/)
          assert.deepEqual(pathsOf(mocks), ['/users unmatched'])
        })
      })

      test(`${name}, aborted, fails as before a server`, async () => {
        const abortOnce = (isSeen) =>
          withDispatcher(async (send) => {
            const abort = new AbortController()
            const failing = send('/slow', { signal: abort.signal })
            while (!isSeen()) await new Promise((resolve) => setImmediate(resolve))
            abort.abort()
            return failing
          })
        seen = []
        const real = await abortOnce(() => seen.length > 0)
        await whileMocked(ROUTES(), {}, async (mocks) => {
          assert.deepEqual(await abortOnce(() => mocks.calls().length > 0), real)
        })
      })
    }

    test('ProxyAgent asks its proxy only for what passes, and the origin is the one that was asked for', async () => {
      const dispatcher = new undici.ProxyAgent(originOf(proxy))
      const { send, undo } = install(dispatcher)
      tunnels.length = 0
      try {
        await whileMocked(ROUTES(), {}, async (mocks) => {
          assert.deepEqual(await outcomeOf(send('http://api.test/users')), [200, '[1]'])
          const [, message] = await outcomeOf(send('http://api.test/none'))
          assert.match(
            message,
            /No stub answers GET http:\/\/api\.test\/none[\s\S]*passthrough: \['http:\/\/api\.test'\]/,
          )
          assert.deepEqual(
            mocks.calls().map(({ request }) => request.url),
            ['http://api.test/users', 'http://api.test/none'],
          )
        })
        assert.deepEqual(tunnels, [])
      } finally {
        undo()
        await dispatcher.destroy()
      }
      const passing = new undici.ProxyAgent(originOf(proxy))
      const passed = install(passing)
      try {
        await whileMocked([], { passthrough: ['http://api.test'] }, async (mocks) => {
          assert.deepEqual(await outcomeOf(passed.send('http://api.test/users')), [200, '[1]'])
          assert.deepEqual(pathsOf(mocks), ['/users passed'])
        })
        assert.deepEqual(tunnels, ['api.test:80'])
      } finally {
        passed.undo()
        await passing.destroy()
      }
    })
  })
}

test('tests in isolate that share an Agent with interceptors each get their own override', async () => {
  const dispatcher = new Agent({ connections: 1 }).compose(interceptors.retry(settings), interceptors.redirect())
  const mocks = setupMocks([rest.get('/users', 'base')])
  mocks.start()
  try {
    const names = ['a', 'b', 'c', 'd']
    const asked = names.map((name) =>
      mocks.isolate(async () => {
        mocks.use.get('/users', name)
        const answers = []
        for (let turn = 0; turn < 3; turn++) {
          const { body } = await undici.request('http://api.test/users', { dispatcher })
          answers.push(await body.json())
        }
        return answers
      }),
    )
    assert.deepEqual(
      await Promise.all(asked),
      names.map((name) => [name, name, name]),
    )
  } finally {
    mocks.stop()
    await dispatcher.destroy()
  }
})
