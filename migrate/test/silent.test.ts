import { describe, expect, test } from 'vitest'
import { LOOSENED } from '../src/order/order.ts'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

/** In nock 13 and 14, a function of a reply gets the path and the body. */
const FILE = fileIn({ nock: '14.0.0' })

const LOCAL = 'requests to this machine pass, since a test seems to have a server; if not, drop passthrough'

const nockTest = (body: string) =>
  rewrite(`import nock from 'nock'\n\ntest('a', () => {\n${body}\n})\n`, FILE) ?? {
    text: '',
    left: [],
    notes: [],
  }
const mswHandler = (resolver: string) =>
  rewrite(
    `import { delay, http, HttpResponse } from 'msw'\n\nlet saved = 0\nexport const reset = () => { saved = 0 }\nexport const one = http.post('/save', ${resolver})\n`,
  )?.text ?? ''

describe('nock', () => {
  test.each([
    [
      'a base that ends in a slash was a path with two',
      "  nock('https://api.test/').get('/a').reply(200, {})",
      "  mocks.use.get('https://api.test/a', {}, { times: 1 })",
    ],
    [
      'a RegExp behind a base with a path was tested on what is behind it alone',
      "  nock('https://api.test/v1').get(/^\\/v1\\/a/).reply(200, {})",
      "  mocks.use(rest.at('https://api.test').get(/^\\/v1\\/a/, {}, { times: 1 }))",
    ],
    [
      'a RegExp by a variable whose base has a path stayed',
      "  const api = nock('https://api.test/v1')\n  api.get(/a/).reply(200, {})",
      "  mocks.use(rest.at('https://api.test').get(/a/, {}, { times: 1 }))",
    ],
    [
      'a scope that is made anew of one base stayed',
      "  let scope\n  scope = nock('https://api.test')\n  scope.get('/a').reply(200, {})\n  scope = nock('https://api.test')\n  scope.get('/b').reply(200, {})",
      "  mocks.use.get('https://api.test/a', {}, { times: 1 })\n  mocks.use.get('https://api.test/b', {}, { times: 1 })",
    ],
    [
      'a variable that a pattern sets was taken for the text that it has first',
      "  let [path, other] = ['', '/b']\n  let page = '/a'\n  ;[page] = ['/c']\n  nock('https://api.test').get(page).reply(200, {})",
      "  let [path, other] = ['', '/b']\n  let page = '/a'\n  ;[page] = ['/c']\n  mocks.use.get(`https://api.test${page}`, {}, { times: 1 })",
    ],
    [
      'a variable that a loop sets was taken for the text that it has first',
      "  let page = '/a?b=1'\n  for (page of ['/c']) nock('https://api.test').persist().get(page).reply(200, {})",
      "  let page = '/a?b=1'\n  for (page of ['/c']) mocks.use(rest.at('https://api.test').get(/.*/, {}, { match: ({ url }) => url.slice(new URL(url).origin.length) === page }))",
    ],
    [
      'a body that is sent back stayed: is it a text?',
      "  nock('https://api.test').post('/a').reply(200, (path, body) => body)",
      "  mocks.use.post('https://api.test/a', ({ request: { body } }) => typeof body === 'string' ? text(body) : body, { times: 1 })",
    ],
    [
      'a value stayed whose type is asserted',
      "  nock('https://api.test').post('/a', { a: 1 } as unknown as any).reply(200, 5 as any)",
      "  mocks.use.post('https://api.test/a', 5 as any, { match: { body: equals({ a: 1 } as unknown as any) }, times: 1 })",
    ],
    [
      'values of a variable of any type stayed, which the file writes',
      "  let data: any\n  data = { id: 'a', list: ['b'] }\n  nock('https://api.test').get('/a').query({ id: data.id, list: data.list }).reply(200, data)",
      "  let data: any\n  data = { id: 'a', list: ['b'] }\n  mocks.use.get('https://api.test/a', typeof data === 'string' ? text(data) : data, { match: { queries: equals({ id: data.id, list: data.list }) }, times: 1 })",
    ],
    [
      'a query in a variable of any type stayed',
      "  const query: any = { page: 1 }\n  nock('https://api.test').get('/a').query(query).reply(200, {})",
      "  const query: any = { page: 1 }\n  // mynah: nock takes true, a function, a text and nested objects too: this has to be an object of texts here\n  mocks.use.get('https://api.test/a', {}, { match: { queries: equals(query) }, times: 1 })",
    ],
    [
      'a scope that gets no interceptor kept its host',
      "  let scope = nock('https://api.test').get('/a').reply(200, {})\n  scope = nock('https://api.test')\n  scope.done()",
      "  mocks.expect.get('https://api.test/a', {})",
    ],
    [
      'a query in a variable whose value stands above was part of the path',
      "  let path = '/a?page=2'\n  nock('https://api.test').get(path).reply(200, {})",
      "  let path = '/a?page=2'\n  mocks.use.get('https://api.test/a', {}, { match: { queries: equals({ page: '2' }) }, times: 1 })",
    ],
    [
      'a query in a member of a constant',
      "  const paths = { a: '/a?page=2' }\n  nock('https://api.test').get(paths.a).reply(200, {})",
      "  const paths = { a: '/a?page=2' }\n  mocks.use.get('https://api.test/a', {}, { match: { queries: equals({ page: '2' }) }, times: 1 })",
    ],
    [
      'a body that was read as text is a record if it is a form',
      "  nock('https://api.test').post('/a').reply(200, (uri, body) => JSON.parse(body as string))",
      "  mocks.use.post('https://api.test/a', ({ request: { text: body = '' } }) => JSON.parse(body as string), { times: 1 })",
    ],
    [
      'a comment inside an object was dropped',
      "  nock('https://api.test').get('/a').reply(200, {}, {\n    // the length\n    'content-length': '2',\n    'x-id': '1',\n  })",
      "  // the length\n  mocks.use.get('https://api.test/a', {}, { headers: { 'x-id': '1' }, times: 1 })",
    ],
    [
      'times(0) answers once, and answered never',
      "  nock('https://api.test').get('/a').times(0).reply(200, {})",
      "  mocks.use.get('https://api.test/a', {}, { times: 1 })",
    ],
    [
      'an if that asks for more keeps an empty block',
      "  nock('https://api.test').get('/a').reply(200, {})\n  if (process.env.CI) nock.restore()",
      "  mocks.use.get('https://api.test/a', {}, { times: 1 })\n  if (process.env.CI) {}",
    ],
    [
      'persist(false) behind an answer did not count for it',
      "  nock('https://api.test').persist().get('/a').reply(200, {}).persist(false)",
      "  mocks.use.get('https://api.test/a', {}, { times: 1 })",
    ],
    [
      'the written code met a name of the file in place of a global: URL is not a constructor',
      "  const URL = 'https://api.test'\n  nock(URL).get((path) => path.includes('a')).reply(200, {})",
      "  const URL = 'https://api.test'\n  mocks.use(rest.at(URL).get(/.*/, {}, {\n    match: ({ url }) => ((path) => path.includes('a'))(url.slice(new globalThis.URL(url).origin.length)), times: 1, }))",
    ],
    [
      'a status that may be 204 refused its body: a response with status 204 has no body',
      "  const answer = (status, body) => nock('https://api.test').get('/a').reply(204 || status, body)\n  answer(200, { id: 1 })",
      "  const answer = (status, body) => { mocks.use.get('https://api.test/a', [204, 205, 304].includes(204 || status) ? undefined : typeof body === 'string' ? text(body) : body, { status: 204 || status, times: 1 }) }\n  answer(200, { id: 1 })",
    ],
    [
      'nock.isDone() was dropped, which demands what always answers too',
      "  nock('https://api.test').persist().get('/a').reply(200, {})\n  users()\n  expect(nock.isDone()).toBe(true)",
      "  mocks.use.get('https://api.test/a', {})\n  users()\n  mocks.verify({ unused: true })",
    ],
  ])('%s', (_, before, after) => {
    const { text, left } = nockTest(before)
    expect(left).toEqual([])
    expect(
      text
        .replaceAll(/\(\n\s+/g, '(')
        .replaceAll(/,\n\s+\)/g, ')')
        .replaceAll(/,\n\s+/g, ', '),
    ).toContain(`test('a', () => {\n${after}\n})`)
  })

  test.each([
    [
      'an assertion that a hook counts for each test',
      "const scope = nock('https://api.test').get('/a').reply(200, {})\n  expect.assertions(1)\n  afterEach(() => { expect(scope.isDone()).toBe(true) })",
      'tests of this file count their assertions: remove this one, and write one less in each count',
    ],
    [
      'a demanded answer beside an optional one, of which done() was dropped,',
      "const scope = nock('https://api.test').get('/a').optionally().reply(200, {}).get('/b').reply(200, {})\n  scope.done()",
      'declare what is optional by mocks.use(), and what done() demands by mocks.expect()',
    ],
    [
      'persist() in one of the chains of a variable, which counts for all of them,',
      "const api = nock('https://api.test')\n  api.get('/a').reply(200, {})\n  api.persist().get('/b').reply(200, {})\n  api.done()",
      'call persist() where api is made: nock applies it to all that api declares',
    ],
  ])('%s stays', (_, body, reason) => {
    expect(nockTest(`  ${body}`).left.map((one) => one.reason)).toContain(reason)
  })

  test('a file that calls a back() of its own was taken for one that plays a recording of nock', () => {
    expect(nockTest("  nock('https://a.test').get('/').reply(200, {})\n  history.back()").left).toEqual([])
  })

  test('a script has no runner whose hooks could start mocks', () => {
    const { text, left } =
      rewrite(
        "import nock from 'nock'\n\nnock('https://api.test').get('/a').reply(200, { n: 1 })\nconsole.log((await fetch('https://api.test/a')).status)\n",
      ) ?? {}
    expect(left).toEqual([])
    expect(text).toBe(
      "import { setupMocks } from 'mynah'\n\nconst mocks = setupMocks([])\nmocks.start()\n\nmocks.use.get('https://api.test/a', { n: 1 }, { times: 1 })\nconsole.log((await fetch('https://api.test/a')).status)\n",
    )
    expect(runWithMynah(text ?? '').status).toBe(0)
  })

  test('what only a run shows failed without a word: a retry, a certificate that is none, and JSON of another type', () => {
    const { notes } = nockTest(`  nock('https://api.test').get('/a').reply(500)
  await client.get('https://api.test/a', { retries: 2 }).catch(() => {})
  await client.get('https://api.test/a', { retryConfig: {} }).catch(() => {})
  await client.get('https://api.test/a', { cert: 'cert', key: 'key' })
  nock('https://api.test', { reqheaders: { 'content-type': 'application/dicom' } }).post('/a', { a: 1 }).reply(200)`)
    const retried =
      'a request without a stub fails its test here, also one that a client sends again and whose error it handles: declare each, if need be with networkError()'
    expect(notes.filter(({ line }) => line > 4)).toEqual([
      {
        line: 8,
        reason:
          'the type of a body tells how it is parsed here: the fields of a form are a record, and nock tries JSON first',
      },
      { line: 8, reason: 'nock reads a body of any type as JSON, mynah one of a JSON type: match its text' },
      { line: 5, reason: retried },
      { line: 6, reason: retried },
      { line: 7, reason: 'mynah parses certificates, as a real connection does: use a valid one' },
    ])
  })

  test.each([
    [
      'a key whose path the tests hand over',
      "new Client({ key: './test/key.pem' })",
      ['mynah parses certificates, as a real connection does: use a valid one'],
      false,
    ],
    ['a server that a package starts', 'helper.startServer(done)', [LOCAL], true],
    ['a server that chai-http starts', "chai.use(require('chai-http'))", [LOCAL], true],
  ])('what is not in the file failed without a word: %s', (_, body, notes, passes) => {
    const result = nockTest(`  nock('https://api.test').get('/a').reply(200)\n  ${body}`)
    expect(result.notes.filter(({ line }) => line === 1).map(({ reason }) => reason)).toEqual(notes)
    expect(
      result.text.includes(
        "{ passthrough: ['http://127.0.0.1:*', 'http://localhost:*', 'https://127.0.0.1:*', 'https://localhost:*'] }",
      ),
    ).toBe(passes)
  })

  test.each([
    [
      'a body of a 204',
      "nock('https://api.test').delete('/a').reply(204, 'gone')",
      ['nock sends this body; here, as from a real server, a response with this status has none'],
    ],
    ['an empty body of a 204', "nock('https://api.test').delete('/a').reply(204, {})", []],
    [
      'a body that a client may send without a type',
      "nock('https://api.test').post('/a', { a: 1 }).reply(200)",
      ['the type of a body tells how it is parsed here: the fields of a form are a record, and nock tries JSON first'],
    ],
    [
      'connections are enabled: a request without an answer passes',
      "nock.enableNetConnect()\n  nock('https://api.test').get('/a').reply(200)\n})\ntest('b', () => {",
      [],
    ],
    [
      'a test that is skipped has no answer',
      "nock('https://api.test').get('/a').reply(200)\n})\ntest.skip('b', () => {",
      [],
    ],
    ['a body that is a text', "nock('https://api.test').post('/a', 'a').reply(200)", []],
  ])('what nock sends or reads in another way was changed without a word: %s', (_, code, notes) => {
    const reasons = nockTest(`  ${code}`).notes.map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason !== LOOSENED)).toEqual(notes)
  })

  test('a status that a call returns was asked for twice, if it may be 204', () => {
    const { left } = nockTest("  nock('https://api.test').get('/a').reply(statuses.shift() || 204, { a: 1 })")
    expect(left).toMatchObject([{ reason: 'move this status to a constant: it would be evaluated twice' }])
  })

  test('a promise that a test neither awaits nor returns was ended with its test without a word', () => {
    const { notes } = nockTest(`  nock('https://api.test').get('/a').reply(200)
  load().then((user) => expect(user).toBe(1))`)
    expect(notes.filter(({ line }) => line > 4)).toEqual([
      {
        line: 5,
        reason: 'await this: nothing waits for it, and responses arrive some event-loop turns later than before',
      },
    ])
  })

  test('a module without tests was taken for a server, and let requests to this machine pass', () => {
    const { text } =
      rewrite(
        "import nock from 'nock'\n\nexport const mockUsers = () => {\n  nock('https://api.test').get('/users').reply(200, [])\n}\n",
      ) ?? {}
    expect(text).toContain('const mocks = setupMocks([])\n')
  })
})

describe('msw: what follows an awaited delay happened at once', () => {
  test.each([
    [
      'a change of a variable',
      'async () => {\n  await delay(200)\n  saved += 1\n  return HttpResponse.json({})\n}',
      'async () => {\n  await new Promise((resolve) => setTimeout(resolve, 200))\n  saved += 1\n  return {}\n}',
    ],
    [
      'an answer that reads a variable',
      'async () => {\n  await delay(200)\n  return HttpResponse.json({ saved })\n}',
      'async () => {\n  await new Promise((resolve) => setTimeout(resolve, 200))\n  return { saved }\n}',
    ],
    [
      'two delays',
      'async () => {\n  await delay(100)\n  saved += 1\n  await delay(100)\n  return HttpResponse.json({})\n}',
      'async () => {\n  await new Promise((resolve) => setTimeout(resolve, 100))\n  saved += 1\n  await new Promise((resolve) => setTimeout(resolve, 100))\n  return {}\n}',
    ],
    [
      'nothing after a delay that never ends',
      "async () => {\n  await delay('infinite')\n  saved += 1\n  return HttpResponse.json({})\n}",
      'async () => {\n  await new Promise(() => {})\n  saved += 1\n  return {}\n}',
    ],
    [
      'an answer that is written out',
      "async () => {\n  await delay('infinite')\n  return HttpResponse.json({})\n}",
      'async () => {\n  await new Promise(() => {})\n  return {}\n}',
    ],
  ])('%s', (_, before, after) => {
    expect(mswHandler(before)).toContain(`rest.post('/save', ${after})`)
  })
})

test('msw 3 as its README writes it was left as broken code', () => {
  const { text, left } =
    rewrite(`import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'

const server = setupServer(http.get('https://api.test/users', () => HttpResponse.json([{ id: 1 }])))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
`) ?? {}
  expect(left).toEqual([])
  expect(text).toBe(`import { rest, setupMocks } from 'mynah'

const server = setupMocks([rest.get('https://api.test/users', [{ id: 1 }])])
beforeAll(server)
`)
})

const KEPT = 'the old library keeps this for the tests after it; mynah removes it at the end of the test'

describe.each([
  ['nock', "import nock from 'nock'\n", "nock('https://api.test').persist().get('/a').reply(200)", 'nock.cleanAll()'],
  [
    'fetch-mock',
    "import fetchMock from 'fetch-mock'\n",
    "fetchMock.get('https://api.test/a', 200)",
    'fetchMock.removeRoutes()',
  ],
  [
    'undici',
    "import { MockAgent, setGlobalDispatcher } from 'undici'\nconst agent = new MockAgent()\nsetGlobalDispatcher(agent)\n",
    "agent.get('https://api.test').intercept({ path: '/a' }).reply(200).persist()",
    'agent.close()',
  ],
])('an answer of %s that the test after it got too', (_, head, answer, reset) => {
  const both = `test('a', () => {\n  ${answer}\n})\ntest('b', load)\n`
  test.each([
    ['nothing removes it', both, [KEPT]],
    ['a hook removes it', `afterEach(() => { ${reset} })\n${both}`, []],
    ['the next test is none', both.replace("test('b', load)\n", ''), []],
    ['it is declared before each test', `beforeEach(() => {\n  ${answer}\n})\ntest('b', load)\n`, []],
  ])('%s', (_, body, notes) => {
    const result = rewrite(head + body)
    expect(result?.left).toEqual([])
    expect(result?.notes.map(({ reason }) => reason).filter((reason) => reason !== LOOSENED)).toEqual(notes)
  })
})

test.each([
  ['22.4.2', ['Jest 22 cannot load mynah: update it']],
  ['29.7.0', []],
])('a runner that cannot load mynah failed every test without a word: Jest %s', (jest, told) => {
  const text = "import nock from 'nock'\n\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200, [])\n})\n"
  const reasons = rewrite(text, fileIn({ nock: '14.0.0', jest }))?.notes.map(({ reason }) => reason) ?? []
  expect(reasons.filter((reason) => reason.startsWith('Jest'))).toEqual(told)
})
