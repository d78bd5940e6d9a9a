import { describe, expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'

const FILE = fileIn({ nock: '14.0.0', 'fetch-mock': '12.0.0' })
const converted = (text: string) => rewrite(text, FILE)?.text

test('hooks that are removed side by side left a blank line more', () => {
  expect(
    converted(`import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

beforeEach(() => {
  fetchMock.mockGlobal()
})
afterEach(() => {
  fetchMock.hardReset()
})

it('reads', async () => {
  fetchMock.get('https://api.test/items', [])
  expect(await (await fetch('https://api.test/items')).json()).toEqual([])
})
`),
  ).toBe(`import { setupMocks } from 'mynah'
import { beforeAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

const mocks = setupMocks([])
beforeAll(mocks)

it('reads', async () => {
  mocks.use.get('https://api.test/items', [])
  expect(await (await fetch('https://api.test/items')).json()).toEqual([])
})
`)
})

test('an import kept empty braces beside its default', () => {
  const code = `import nock, { Scope } from 'nock'
import { afterEach, test } from 'vitest'

const load = nock.load
afterEach(() => nock.cleanAll())
test('a', () => {
  let scope: Scope = nock('https://a.test').get('/a').reply(200)
  load()
})
`
  expect(converted(code)).toContain("import nock from 'nock'\n")
})

test('the comment at the end of a removed line stood alone', () => {
  const code = `import { before, test } from 'node:test'
import nock from 'nock'

before(() => {
  nock.disableNetConnect() // no request leaves
  load()
})
test('a', () => {
  nock('https://a.test').get('/a').reply(200)
})
`
  expect(converted(code)).toBe(`import { before, test } from 'node:test'
import { setupMocks } from 'mynah'

const mocks = setupMocks([])
before(mocks)

before(() => {
  load()
})
test('a', () => {
  mocks.use.get('https://a.test/a', undefined, { times: 1 })
})
`)
})

test('assertions that are removed at the end of a test left a blank line before its brace', () => {
  expect(
    converted(`import nock from 'nock'

it('reads', async () => {
  const users = nock('https://api.test').get('/users').reply(200, [])
  const orders = nock('https://api.test').get('/orders').reply(200, [])
  await Promise.all(['users', 'orders'].map((name) => fetch('https://api.test/' + name)))

  users.done()
  orders.done()
})
`),
  ).toBe(`import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

it('reads', async () => {
  mocks.expect.get('https://api.test/users', [])
  mocks.expect.get('https://api.test/orders', [])
  await Promise.all(['users', 'orders'].map((name) => fetch('https://api.test/' + name)))
})
`)
})

test('the lines of a match with a text in backquotes that spans lines are not moved', () => {
  const text = converted(`import nock from 'nock'

it('lists', async () => {
  nock('https://api.test', { reqheaders: { authorization: \`Bearer
  token\`, 'x-tenant': 'one', 'x-place': 'two' } })
    .get('/users')
    .query({ page: '2', sort: 'name' })
    .reply(200)
})
`)
  expect(text).toContain(
    "    match: { queries: equals({ page: '2', sort: 'name' }), headers: { authorization: `Bearer\n  token`, 'x-tenant': 'one', 'x-place': 'two' } },\n",
  )
})

describe('a comment was lost', () => {
  test('in a scope that was merged with the one before', () => {
    expect(
      converted(`import nock from 'nock'

it('lists', async () => {
  nock('https://api.test').get('/users').reply(200, [])
  nock('https://api.test')
    // the second page
    .get('/users')
    .reply(404)
  await users()
})
`),
    ).toContain(`
  // the second page
  mocks.use(
    rest.get('https://api.test/users', [], { times: 1 }),
    rest.get('https://api.test/users', status(404), { times: 1 }),
  )
`)
  })

  test('in a route of an instance, and at the end of an object', () => {
    expect(
      converted(`import fetchMock from 'fetch-mock'

it('lists', async () => {
  const mock = fetchMock.createInstance()
  mock.get('path:/users', {
    status: 200,
    // one user
    body: [{ id: 1 }],
  })
  const other = fetchMock.createInstance().get('path:/users', {
    status: 404, // gone
  })
  await users(mock.fetchHandler, other.fetchHandler)
})
`),
    ).toContain(`
  // one user
  mock.use.get('/users', [{ id: 1 }])
  // gone
  const other = setupMocks(
    [
      rest.get('/users', status(404)),
    ],
    { patch: false },
  )
`)
  })
})

test('headers that have a text in backquotes move with the stub that they are in', () => {
  const text = converted(`import fetchMock from 'fetch-mock'

it('lists', async () => {
  run(fetchMock.createInstance().get('https://api.test/users?page=1', {
    body: [],
    headers: {
      link: \`<\${next}>; rel="next"\`,
      'x-id': '1',
    },
  }).fetchHandler)
})
`)
  expect(text).toContain(`      rest.get('https://api.test/users', [], {
        match: { queries: equals({ page: '1' }) },
        headers: {
          link: \`<\${next}>; rel="next"\`,
          'x-id': '1',
        },
      }),
`)
})

test('the second line of a condition stood in the column of its name', () => {
  const text = converted(`import fetchMock from 'fetch-mock'

it('lists', async () => {
  fetchMock.post((url, { body }) => url === 'https://api.test/users' &&
    body === '{"name":"Ada"}', [])
  await users()
})
`)
  expect(text).toContain(`
  mocks.use.post('/{*rest}', [], {
    match: ({ url, text: body }) => url === 'https://api.test/users' &&
      body === '{"name":"Ada"}',
  })
`)
})
