import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { cut, fn, type Mocks, networkError, rest, setupMocks, text } from '../../src/entries/index.ts'
import { openapi } from '../../src/entries/openapi.ts'

const FILE = import.meta.filename
const LINES = readFileSync(FILE, 'utf8').split('\n')

const byHttp = (url: string) =>
  new Promise((_, reject) => {
    get(url).on('error', reject)
  })

const json = { 'application/json': { schema: { type: 'object', required: ['id'] } } } as const
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: { requestBody: { content: json }, responses: { 200: { description: 'ok', content: json } } },
    },
  },
} as const
const pet = { method: 'POST', headers: { 'content-type': 'application/json' } }

/** Each error of mynah, and the line that its stack begins with: the one that ends with its name. */
const errors: Readonly<Record<string, (mocks: Mocks) => unknown>> = {
  ROUTE_DEFINITION: () => rest.get('/users', [], { stauts: 404 } as never), // ROUTE_DEFINITION
  UNMATCHED_REQUEST: () => fetch('https://a.test/nope'), // UNMATCHED_REQUEST
  'UNMATCHED_REQUEST by mocks.fetch': (mocks) => mocks.fetch('https://a.test/nope'), // UNMATCHED_REQUEST by mocks.fetch
  'UNMATCHED_REQUEST by http, of the nearest stub': (mocks) => {
    mocks.use(rest.get('/users', [])) // UNMATCHED_REQUEST by http, of the nearest stub
    return byHttp('http://a.test/user')
  },
  'EXPECTED by stop': (mocks) => {
    mocks.expect(rest.get('/users', [])) // EXPECTED by stop
    mocks.stop()
  },
  'EXPECTED by verify': (mocks) => {
    mocks.expect(rest.get('/users', [])) // EXPECTED by verify
    mocks.verify()
  },
  UNUSED_STUBS: (mocks) => {
    mocks.use(rest.get('/users', [])) // UNUSED_STUBS
    mocks.verify({ unused: true })
  },
  'an AggregateError': async (mocks) => {
    await fetch('https://a.test/nope').catch(() => {}) // an AggregateError
    await fetch('https://a.test/no').catch(() => {})
    mocks.verify()
  },
  'CONTRACT of a request': (mocks) => {
    mocks.use(openapi(document).post('/pets', { id: 1 })) // CONTRACT of a request
    return fetch('https://a.test/pets', { ...pet, body: '{}' })
  },
  'CONTRACT of an answer': (mocks) => {
    mocks.use(openapi(document).post('/pets', () => ({}))) // CONTRACT of an answer
    return fetch('https://a.test/pets', { ...pet, body: '{"id":1}' })
  },
  'CONTRACT by http': (mocks) => {
    mocks.use(openapi(document).post('/pets', () => ({}))) // CONTRACT by http
    return byHttp('http://a.test/pets')
  },
  'RESOLVER of what a resolver returned': (mocks) => {
    mocks.use(rest.get('/users', () => new Map())) // RESOLVER of what a resolver returned
    return byHttp('http://a.test/users')
  },
  'RESOLVER of what a resolver did': (mocks) => {
    mocks.use(rest.get('/users', ({ setStatusCode }) => setStatusCode(1))) // RESOLVER of what a resolver did
    return byHttp('http://a.test/users')
  },
  'what a resolver throws': (mocks) => {
    const fail = () => {
      throw new RangeError('broken') // what a resolver throws
    }
    mocks.use(rest.get('/users', fail))
    return fetch('https://a.test/users')
  },
  'what an async resolver throws': (mocks) => {
    const fail = async () => {
      throw new RangeError('broken') // what an async resolver throws
    }
    mocks.use(rest.get('/users', fail))
    return byHttp('http://a.test/users')
  },
  'what a listener throws': async (mocks) => {
    mocks.use(rest.get('/users', []))
    mocks.on('answered', () => {
      throw new RangeError('broken') // what a listener throws
    })
    await fetch('https://a.test/users')
    mocks.verify()
  },
  LOOP: (mocks) => {
    mocks.use(rest.get('/users', () => fetch('https://a.test/users'))) // LOOP
    return byHttp('http://a.test/users')
  },
  RELATIVE_URL: () => fetch('/users'), // RELATIVE_URL
  NOT_STARTED: () => setupMocks([]).calls(), // NOT_STARTED
  WAIT_TIMEOUT: (mocks) => mocks.waitFor('/users', { timeout: 1 }), // WAIT_TIMEOUT
  "a wait that the mocks' end aborts": (mocks) => {
    const waiting = mocks.waitFor('/users') // a wait that the mocks' end aborts
    mocks.stop()
    return waiting
  },
  'fetch failed': (mocks) => {
    mocks.use(rest.get('/users', networkError()))
    return fetch('https://a.test/users') // fetch failed
  },
  'an async matcher': async (mocks) => {
    mocks.use(rest.get('/users', [], { match: { headers: fn(async () => true) } })) // an async matcher
    await byHttp('http://a.test/users').catch(() => {})
    mocks.verify()
  },
}

test.each(Object.keys(errors))('the stack shows ten frames of mynah, and no line of the test: %s', async (name) => {
  const mocks = setupMocks([])
  mocks.start()
  const error = await Promise.resolve(mocks)
    .then(errors[name])
    .catch((thrown: unknown) => thrown as Error)
  mocks.reset({ failures: true })
  mocks.stop()
  const frames = String((error as Error).stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  expect(frames[0]).toMatch(
    new RegExp(`${FILE}:${LINES.findIndex((line) => line.endsWith(`// ${name}`)) + 1}:\\d+\\)?$`),
  )
  expect(frames.filter((line) => /[\\/]src[\\/]/.test(line))).toEqual([])
})

test('an error of a body that breaks off has no frame of mynah', async () => {
  const mocks = setupMocks([rest.get('/users', cut(text('abc'), 1))])
  mocks.start()
  const response = await fetch('https://a.test/users')
  const error = (await response.text().catch((thrown: unknown) => thrown)) as Error
  mocks.stop()
  expect([error, error.cause as Error].map(({ stack }) => stack?.includes('/src/'))).toEqual([false, false])
})

test('Vitest printed the internals of stubs with an un-awaited unmatched request', async () => {
  const mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
  const error = await fetch('https://a.test/nope').catch((thrown: unknown) => thrown as Error)
  mocks.reset({ failures: true })
  mocks.stop()
  // Vitest prints what `toJSON` returns.
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'UnmatchedRequestError',
    code: 'UNMATCHED_REQUEST',
    message: (error as Error).message,
  })
})
