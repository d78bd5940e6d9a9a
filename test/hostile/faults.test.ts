// @vitest-environment jsdom
import { request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { choose } from '../../src/core/choose/choose.ts'
import { explain } from '../../src/core/explain/explain.ts'
import { report } from '../../src/core/explain/report.ts'
import { createResolver, exists, passthrough, rest } from '../../src/entries/index.ts'
import { replyTo } from '../../src/exchange/reply.ts'
import { ResolverCall } from '../../src/exchange/resolver-context.ts'
import { fetchedResponse } from '../../src/fetch/fetched-response.ts'
import { Messages } from '../../src/intercept/socket/tap/messages.ts'
import { Tap } from '../../src/intercept/socket/tap/tap.ts'
import { Session } from '../../src/mocks/session/session.ts'
import { IncomingRequest } from '../../src/request/incoming-request.ts'
import { parseBody } from '../../src/request/parse-body.ts'
import { writeResponse } from '../../src/response/write-response.ts'
import { untilAborted } from '../../src/runtime/abort.ts'
import { originOf } from '../../src/transport/destination.ts'
import { rejectionOf, startForgiving, thrownBy } from '../promises/support.ts'

vi.mock('../../src/core/explain/explain.ts', { spy: true })
vi.mock('../../src/core/explain/report.ts', { spy: true })
vi.mock('../../src/core/choose/choose.ts', { spy: true })
vi.mock('../../src/transport/destination.ts', { spy: true })
vi.mock('../../src/fetch/fetched-response.ts', { spy: true })
vi.mock('../../src/request/parse-body.ts', { spy: true })
vi.mock('../../src/exchange/resolver-context.ts', { spy: true })
vi.mock('../../src/exchange/reply.ts', { spy: true })
vi.mock('../../src/runtime/abort.ts', { spy: true })
vi.mock('../../src/response/write-response.ts', { spy: true })

/* Whatever throws in code of ours reaches the client of the request as an error that says so, and the test. */

const URL = 'http://api.test'

/** An implementation for a class, whose constructor throws. */
function failingClass(fail: () => never): never {
  return class {
    constructor() {
      fail()
    }
  } as never
}

type Send = (path: string, method: string, body: string | undefined) => Promise<unknown>

// Not a text, which need not be read.
const byFetch: Send = (path, method, body) =>
  fetch(URL + path, { method, ...(body !== undefined && { body: new TextEncoder().encode(body) }) })

const byHttp: Send = (path, method, body) =>
  new Promise((done, fail) => {
    request(URL + path, { method, headers: { 'content-length': body?.length ?? 0 } }, done)
      .on('error', fail)
      .end(body)
  })

const byXhr: Send = (path, method, body) =>
  new Promise((done, fail) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, URL + path)
    xhr.onload = done
    // A body of another type is read once more, to see whether the page has lost it.
    if (body !== undefined) xhr.setRequestHeader('content-type', 'text/x-test')
    // A page does not learn the reason.
    xhr.onerror = () => fail(new Error('error event'))
    xhr.send(body)
  })

interface Stage {
  readonly title: string
  readonly path: string
  readonly body?: string
  readonly break: (fail: () => never) => unknown
  /** Whether the core alone has no such stage. */
  readonly isOfMocks?: true
}

const STAGES: readonly Stage[] = [
  { title: 'finds the stub', path: '/users', break: (fail) => vi.mocked(choose).mockImplementationOnce(fail) },
  {
    title: 'begins to read the body',
    isOfMocks: true,
    path: '/users',
    body: 'x',
    break: (fail) => vi.spyOn(IncomingRequest.prototype, 'readBody').mockImplementationOnce(fail),
  },
  {
    title: 'waits for the body',
    isOfMocks: true,
    path: '/users',
    body: 'x',
    break: (fail) => vi.mocked(untilAborted).mockImplementationOnce(fail),
  },
  {
    title: 'parses the body for a match',
    path: '/matched',
    body: 'x',
    break: (fail) => vi.mocked(parseBody).mockImplementationOnce(fail),
  },
  {
    title: 'parses the body for a resolver',
    path: '/made',
    body: 'x',
    break: (fail) => vi.mocked(parseBody).mockImplementationOnce(fail),
  },
  {
    title: 'records that the request arrived',
    path: '/users',
    break: (fail) => vi.spyOn(Session.prototype, 'open').mockImplementationOnce(fail),
  },
  {
    title: 'counts',
    path: '/users',
    break: (fail) => vi.spyOn(Session.prototype, 'countUse').mockImplementationOnce(fail),
  },
  { title: 'calls the stub', path: '/users', break: (fail) => vi.mocked(replyTo).mockImplementationOnce(fail) },
  {
    title: 'makes the argument of a resolver',
    path: '/made',
    break: (fail) => vi.mocked(ResolverCall).mockImplementationOnce(failingClass(fail)),
  },
  {
    title: 'passes the request on after next()',
    path: '/next',
    break: (fail) => vi.spyOn(Session.prototype, 'undoUse').mockImplementationOnce(fail),
  },
  {
    title: 'passes the request on later',
    path: '/later',
    break: (fail) => vi.spyOn(Session.prototype, 'undoUse').mockImplementationOnce(fail),
  },
  {
    title: 'writes the response',
    path: '/users',
    break: (fail) => vi.mocked(writeResponse).mockImplementationOnce(fail),
  },
  {
    title: 'records that the request is answered',
    path: '/users',
    break: (fail) => vi.spyOn(Session.prototype, 'close').mockImplementationOnce(fail),
  },
  { title: 'explains a miss', path: '/none', break: (fail) => vi.mocked(explain).mockImplementationOnce(fail) },
  { title: 'words a miss', path: '/none', break: (fail) => vi.mocked(report).mockImplementationOnce(fail) },
  {
    title: 'records a miss',
    isOfMocks: true,
    path: '/none',
    break: (fail) => vi.spyOn(Session.prototype, 'miss').mockImplementationOnce(fail),
  },
]

const routes = [
  rest.all('/users', []),
  rest.post('/matched', [], { match: { body: exists() } }),
  rest.all('/made', ({ request: { body } }) => ({ body })),
  rest.all('/next', ({ next }) => next()),
  rest.all('/later', async ({ next }) => next()),
]

describe.each([
  { client: 'fetch', send: byFetch, isReported: true },
  { client: 'http', send: byHttp, isReported: true },
  { client: 'XMLHttpRequest', send: byXhr, isReported: false },
])('$client', ({ send, isReported }) => {
  test.for(STAGES)('an error while mynah $title reaches the client and the test', async (stage) => {
    const bug = new TypeError('a bug')
    const mocks = startForgiving(routes)
    stage.break(() => {
      throw bug
    })
    const method = stage.body === undefined ? 'GET' : 'POST'
    const error = await rejectionOf(send(stage.path, method, stage.body))
    // A miss was reported before its record failed.
    const failure = thrownBy(() => mocks.verify())
    const told = failure instanceof AggregateError ? failure.errors.at(-1) : failure
    expect(told).toMatchObject({
      name: 'MynahError',
      code: 'INTERNAL',
      message: `mynah itself failed on ${method} ${URL}${stage.path}: TypeError: a bug`,
      cause: bug,
    })
    if (isReported) expect(error).toBe(told)
    mocks.reset({ failures: true })
    // And it goes on.
    await send('/users', 'GET', undefined)
    mocks.verify()
  })
})

test.for(STAGES.filter(({ isOfMocks }) => !isOfMocks))(
  'what throws while the core alone $title reaches who asks it',
  async ({ path, body, break: breakStage }) => {
    const { fetch: ask } = createResolver(routes)
    const bug = new TypeError('a bug')
    breakStage(() => {
      throw bug
    })
    const method = body === undefined ? 'GET' : 'POST'
    const error = await rejectionOf(ask(new Request(URL + path, { method, body: body ?? null })))
    expect(error).toMatchObject({
      code: 'INTERNAL',
      message: `mynah itself failed on ${method} ${URL}${path}: TypeError: a bug`,
      cause: bug,
    })
    expect((await ask(new Request(`${URL}/users`))).status).toBe(200)
  },
)

test.for([
  {
    title: 'takes an http request in',
    path: '/users',
    break: (fail: () => never) => vi.spyOn(Messages.prototype, 'arrive').mockImplementationOnce(fail),
  },
  {
    title: 'reads its head',
    path: '/users',
    break: (fail: () => never) => vi.mocked(originOf).mockImplementationOnce(fail),
  },
  {
    title: 'lets it through',
    path: '/real',
    break: (fail: () => never) => vi.spyOn(Tap.prototype, 'passthrough').mockImplementationOnce(fail),
  },
])('an error while mynah $title reaches the client and the test', async ({ path, break: breakStage }) => {
  const bug = new TypeError('a bug')
  const mocks = startForgiving([...routes, rest.get('/real', passthrough())])
  breakStage(() => {
    throw bug
  })
  const error = await rejectionOf(byHttp(path, 'GET', undefined))
  expect(error).toMatchObject({
    code: 'INTERNAL',
    message: `mynah itself failed on GET ${path}: TypeError: a bug`,
    cause: bug,
  })
  expect(thrownBy(() => mocks.verify())).toBe(error)
  mocks.reset({ failures: true })
  await byHttp('/users', 'GET', undefined)
  mocks.verify()
})

test('an error while fetch’s response is made reaches the client and the test', async () => {
  const bug = new TypeError('a bug')
  const mocks = startForgiving(routes)
  vi.mocked(fetchedResponse).mockImplementationOnce(() => {
    throw bug
  })
  const error = await rejectionOf(fetch(`${URL}/users`, { signal: new AbortController().signal }))
  expect(error).toMatchObject({
    code: 'INTERNAL',
    message: `mynah itself failed on GET ${URL}/users: TypeError: a bug`,
    cause: bug,
  })
  expect(thrownBy(() => mocks.verify())).toBe(error)
})

test('an async listener that rejects, which ended the process, fails the test', async () => {
  const mocks = startForgiving(routes)
  const bug = new Error('a bug')
  mocks.on('answered', (async () => Promise.reject(bug)) as () => void)
  expect((await fetch(`${URL}/users`)).status).toBe(200)
  await vi.waitFor(() => expect(thrownBy(() => mocks.verify())).toBe(bug))
})

test('an error of a listener fails the test', async () => {
  const mocks = startForgiving(routes)
  const bugs = [new Error('on request'), new Error('on answered'), new Error('on unmatched')]
  for (const [index, name] of (['request', 'answered', 'unmatched'] as const).entries()) {
    mocks.on(name, () => {
      throw bugs[index]
    })
  }
  expect((await fetch(`${URL}/users`)).status).toBe(200)
  expect((thrownBy(() => mocks.verify()) as AggregateError).errors).toEqual([bugs[0], bugs[1]])
  mocks.reset({ failures: true })
  const error = await rejectionOf(fetch(`${URL}/none`))
  expect((thrownBy(() => mocks.verify()) as AggregateError).errors).toEqual([bugs[0], error, bugs[2]])
})
