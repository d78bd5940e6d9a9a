import { describe, expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

const NEWEST =
  'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)'
const SPECIFIC =
  'the older of two answers comes first there, and the more specific one here: give the older one the conditions that the newer one has'
const REPEATED =
  'the older of two answers comes first there, and the newest here: if a test declares this twice for one URL, collect the stubs, and declare them by one mocks.use(...stubs)'
const convert = (body: string) =>
  rewrite(`import nock from 'nock'\n\nconst api = nock('https://api.test')\n\n${body}\n`)

describe('nock answers oldest first, and separate overrides newest first', () => {
  test.each([
    [
      'a hook, and the test after it',
      `beforeEach(() => {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})`,
      [NEWEST, NEWEST],
    ],
    [
      'the hook of an outer suite, and one of an inner suite',
      `beforeEach(() => {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
})
describe('a', () => {
  beforeEach(() => {
    nock('https://api.test').get('/a').reply(200, { n: 2 })
  })
})`,
      [NEWEST, NEWEST],
    ],
    [
      'a hook that is handed over by its name, and the test after it',
      `function answer() {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
}
beforeEach(answer)
test('a', () => {
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})`,
      [NEWEST, NEWEST],
    ],
    [
      'a base with a slash at its end, and one without',
      `beforeEach(() => {
  nock('https://api.test/').get('/a').reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})`,
      [NEWEST, NEWEST],
    ],
    [
      'two helpers that a third one calls',
      `function first() {
  nock('https://api.test').get('/a').reply(202)
}
function second() {
  nock('https://api.test').get('/a').reply(200)
}
export function both() {
  first()
  second()
}`,
      [NEWEST, NEWEST],
    ],
    [
      'a demanded answer for anything before one with a condition',
      `test('a', () => {
  nock('https://api.test').get('/a').reply(401).get('/a').matchHeader('authorization', 'x').reply(200, {})
  expect(nock.isDone()).toBe(true)
})`,
      [SPECIFIC, SPECIFIC],
    ],
    [
      'a persistent answer for anything before a demanded one with a condition',
      `test('a', () => {
  nock('https://api.test').persist().get('/a').reply(401)
  const scope = nock('https://api.test').get('/a').matchHeader('authorization', 'x').reply(200, {})
  scope.done()
})`,
      [NEWEST, NEWEST, NEWEST],
    ],
  ])('%s: they stay', (_, body, reasons) => {
    const { left, converted } = rewrite(`import nock from 'nock'\n\n${body}\n`) ?? {}
    expect(left?.map(({ reason }) => reason)).toEqual(reasons)
    expect(converted).toBe(0)
  })

  test('an answer for anything before one with a condition, in one chain, stayed: it is a newer override', () => {
    const { text = '', left } =
      rewrite(`import { test } from 'node:test'
import nock from 'nock'

const answer = () => {
  nock('https://api.test').get('/a').reply(401).get('/a').times(2).reply(402)
  nock('https://api.test').get('/b').reply(201).get('/a').matchHeader('x-a', '1').reply(200).get('/a').reply(403)
}
test('a', async () => {
  answer()
  const found = []
  for (const n of [1, 2, 3, 4, 5]) found.push((await fetch('https://api.test/a', { headers: { 'x-a': '1' } })).status)
  if (found.join() !== '401,402,402,200,403') throw new Error(found.join())
})
`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`
const answer = () => {
  mocks.use(
    rest.get('https://api.test/a', undefined, { match: { headers: { 'x-a': '1' } }, times: 1 }),
    rest.get('https://api.test/a', status(403), { times: 1 }),
  )
  mocks.use(
    rest.get('https://api.test/a', status(401), { times: 1 }),
    rest.get('https://api.test/a', status(402), { times: 2 }),
    rest.get('https://api.test/b', status(201), { times: 1 }),
  )
}
`)
    expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
  })

  test.each([
    [
      'a path that a function makes with the name of one',
      `const path = pathOf('/b')
beforeEach(() => {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get(path).reply(200, { n: 2 })
})`,
    ],
    [
      'a base that is known when the tests run, and the same path',
      `const base = process.env.API ?? ''
beforeEach(() => {
  nock(base).get('/a').reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})`,
    ],
    [
      'a path that a function makes, and one that it may make',
      `const pathOf = (id: number) => \`/a/\${id}\`
beforeEach(() => {
  nock('https://api.test').get(pathOf(1)).reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get('/a/1').reply(200, { n: 2 })
})`,
    ],
    [
      'a path in a loop that always answers, and the one of another stub',
      `test('a', () => {
  nock('https://api.test').get('/a').reply(200, { n: 1 }).persist()
  for (const name of names) nock('https://api.test').get(\`/\${name}\`).reply(200, { n: 2 }).persist()
})`,
    ],
  ])('%s: whether it is one URL is known only when the tests run, so it is named once', (_, body) => {
    const { left, notes } = rewrite(`import nock from 'nock'\n\n${body}\n`) ?? {}
    expect(left).toEqual([])
    expect(notes?.filter(({ reason }) => reason === REPEATED)).toHaveLength(1)
  })

  test('two answers of helpers that only tests call stayed: they are expected, which keeps their order', () => {
    const { text, left, notes } =
      convert(`function refuse() {
  nock('https://api.test').get('/a').reply(401)
}
function answer() {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
}
test('a', () => {
  refuse()
  answer()
})
test('b', () => {
  answer()
})`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain("  mocks.expect.get('https://api.test/a', status(401))\n")
    expect(text).toContain("  mocks.expect.get('https://api.test/a', { n: 1 })\n")
    expect(notes?.filter(({ reason }) => reason.startsWith('mocks.expect answers in the order'))).toHaveLength(2)
  })

  test('a request between two answers of one test: they are expected, which keeps their order', () => {
    const { text, left } =
      convert(`test('a', async () => {
  nock('https://api.test').get('/a').times(2).reply(200, { n: 1 })
  await fetch('https://api.test/a')
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`test('a', async () => {
  mocks.expect.get('https://api.test/a', { n: 1 }, { times: 2 })
  await fetch('https://api.test/a')
  mocks.expect.get('https://api.test/a', { n: 2 })
})`)
  })

  test('a path that is not known, and one after it that it may be: they are one override, or expected', () => {
    const { text, left } =
      convert(`test('a', async () => {
  nock('https://api.test').get(one).reply(200, { n: 1 })
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})
test('b', async () => {
  nock('https://api.test').get(one).reply(200, { n: 1 })
  await wait()
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`test('a', async () => {
  mocks.use(
    rest.get(\`https://api.test\${one}\`, { n: 1 }, { times: 1 }),
    rest.get('https://api.test/a', { n: 2 }, { times: 1 }),
  )
})
test('b', async () => {
  mocks.expect.get(\`https://api.test\${one}\`, { n: 1 })
  await wait()
  mocks.expect.get('https://api.test/a', { n: 2 })
})`)
  })

  test('answers of other routes between two of one route: they are one override', () => {
    const { text } =
      convert(`test('a', () => {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
  nock('https://api.test').get('/b').reply(200, {})
  nock('https://api.test').get('/a').reply(200, { n: 2 })
})`) ?? {}
    expect(text).toContain(`test('a', () => {
  mocks.use(
    rest.get('https://api.test/a', { n: 1 }, { times: 1 }),
    rest.get('https://api.test/b', {}, { times: 1 }),
    rest.get('https://api.test/a', { n: 2 }, { times: 1 }),
  )
})`)
  })

  test('two answers in a line without semicolons at the ends of lines keep the one between them and what follows', () => {
    const { text } =
      convert(
        `test('a', async () => { nock('https://api.test').get('/a').reply(200); nock('https://api.test').get('/a').reply(404); await load() })`,
      ) ?? {}
    expect(text).toContain(`test('a', async () => { mocks.use(
  rest.get('https://api.test/a', undefined, { times: 1 }),
  rest.get('https://api.test/a', status(404), { times: 1 }),
); await load() })`)
  })

  test('a path without a query after the same one with a query took its requests', () => {
    const { text, left } =
      convert(`test('a', async () => {
  nock('https://api.test').get('/a?page=2').reply(200, { n: 2 })
  await wait()
  nock('https://api.test').get('/a').reply(200, { n: 1 })
})`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(
      "  mocks.use.get('https://api.test/a', { n: 1 }, { match: { queries: equals({}) }, times: 1 })\n",
    )
  })

  test.each([
    [
      'other routes',
      `beforeEach(() => {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get('/b').reply(200, { n: 2 })
})`,
    ],
    [
      'hooks and tests of suites beside each other',
      `describe('a', () => {
  beforeEach(() => {
    nock('https://api.test').get('/a').reply(200, { n: 1 })
  })
})
describe('b', () => {
  test('b', () => {
    nock('https://api.test').get('/a').reply(200, { n: 2 })
  })
})`,
    ],
    [
      'a helper that is called twice with other paths',
      `const answer = (path: string, n: number) => {
  nock('https://api.test').get(path).reply(200, { n })
}
test('a', () => {
  answer('/a', 1)
  answer('/b', 2)
})`,
    ],
    [
      'a base that is known when the tests run, and another path',
      `const base = process.env.API ?? ''
beforeEach(() => {
  nock(base).get('/a').reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get('/b').reply(200, { n: 2 })
})`,
    ],
    [
      'a path behind a value, and one behind the same value',
      `const id = make()
beforeEach(() => {
  nock('https://api.test').get(\`/users/\${id}\`).reply(200, {})
})
test('a', () => {
  nock('https://api.test').get(\`/users/\${id}/posts\`).reply(200, [])
})`,
    ],
    [
      'loops that count, or whose lists have each path once',
      `const lists = [['/b', 1], ['/c', 2]] as const
const answer = (path: string, n: number) => {
  nock('https://lists.test').get(path).reply(200, { n })
}
test('a', () => {
  for (let page = 1; page < 3; page++) nock('https://api.test').get('/a').query({ page }).reply(200, { page })
  for (const [path, n] of lists) answer(path, n)
  ;['/d', '/e'].forEach((path, n) => nock('https://other.test').get(path).reply(200, { n }))
  for (const [name, user] of Object.entries(users)) nock('https://users.test').get(\`/users/\${name}\`).reply(200, { user })
})`,
    ],
    [
      'a helper that is called with objects which are written out',
      `const ada = { id: 1 }
const answer = (user: { id: number }) => {
  nock('https://api.test').get(\`/users/\${user.id}\`).reply(200, user)
}
test('a', () => {
  answer(ada)
  answer({ id: 2 })
})`,
    ],
    [
      'two branches',
      `const answer = (isOk: boolean) => {
  if (isOk) nock('https://api.test').get('/a').reply(200, {})
  else nock('https://api.test').get('/a').reply(500)
}
test('a', () => {
  answer(true)
})`,
    ],
    [
      'queries that are written out, and differ',
      `beforeEach(() => {
  nock('https://api.test').get('/a?n=1').reply(200, { n: 1 })
})
test('a', () => {
  nock('https://api.test').get('/a').query({ n: 2 }).reply(200, { n: 2 })
})`,
    ],
  ])('%s are converted', (_, body) => {
    expect(rewrite(`import nock from 'nock'\n\n${body}\n`)?.left).toEqual([])
  })
})

test('the rounds of a loop over a list that is known when the tests run answered in the reverse order without a word', () => {
  const { left, notes } =
    rewrite(`import nock from 'nock'

const answers = (list: { path: string; n: number }[]) => {
  list.forEach(({ path, n }) => {
    nock('https://api.test').get(path).query(true).reply(200, { n })
  })
}
test('a', () => {
  answers(recorded)
})
`) ?? {}
  expect(left).toEqual([])
  expect(notes).toContainEqual({ line: 5, reason: REPEATED })
})

test('undici and fetch-mock answer oldest first too', () => {
  const undici = rewrite(
    `const { MockAgent, setGlobalDispatcher } = require('undici')

const agent = new MockAgent()
setGlobalDispatcher(agent)
const pool = agent.get('https://api.test')

beforeEach(() => {
  pool.intercept({ path: '/a' }).reply(200, { n: 1 })
})
test('a', () => {
  pool.intercept({ path: '/a' }).reply(200, { n: 2 })
})
`,
    '/project/users.test.js',
  )
  expect(undici?.converted).toBe(0)
  expect(undici?.left.filter(({ reason }) => reason === NEWEST)).toHaveLength(2)
  const fetchMock = rewrite(`import fetchMock from 'fetch-mock'

const url = 'https://api.test/a'
beforeEach(() => {
  fetchMock.getOnce(url, { n: 1 })
})
test('a', () => {
  fetchMock.getOnce('https://api.test/a', { n: 2 })
})
`)
  expect(fetchMock?.converted).toBe(0)
  expect(fetchMock?.left.filter(({ reason }) => reason === NEWEST)).toHaveLength(2)
})

test('an answer without queries took those of the answer for any query behind it', () => {
  const { text, left } =
    rewrite(`import nock from 'nock'

test('a', async () => {
  nock('https://api.test').persist().get('/a').reply(200, { n: 1 }).get('/a').query(true).reply(200, { n: 2 })
})
`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(
    "{ n: 1 }, { match: { queries: equals({}) } }),\n    rest.get('https://api.test/a', { n: 2 }),",
  )
})

test('two tests whose callbacks are wrapped counted as one, and their stubs of one URL were left', () => {
  const { text, left } =
    rewrite(`import nock from 'nock'

it('a', wrap(async () => {
  nock('https://api.test').get('/a').reply(200, { n: 1 })
  await load()
  nock.cleanAll()
}))

it('b', wrap(async () => {
  nock('https://api.test').get('/a').reply(200, { n: 2 })
}))
`) ?? {}
  expect(left).toEqual([])
  expect(text?.slice(text.indexOf("it('a'"))).toBe(`it('a', wrap(async () => {
  mocks.use.get('https://api.test/a', { n: 1 }, { times: 1 })
  await load()
}))

it('b', wrap(async () => {
  mocks.use.get('https://api.test/a', { n: 2 }, { times: 1 })
}))
`)
})

test('two bodies with other fields, in short form, kept their file: no request has both', () => {
  const { left } =
    convert(`test('a', () => {
  const [email, password, token] = ['a', 'b', 'c']
  const scope = nock('https://api.test')
    .post('/login', { email, password })
    .reply(401)
    .post('/login', { email, password, token })
    .reply(200)
  scope.done()
})`) ?? {}
  expect(left).toEqual([])
})
