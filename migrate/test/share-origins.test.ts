import { describe, expect, test } from 'vitest'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

const FILE = fileIn({ nock: '14.0.0' })

const HEAD = `import nock from 'nock'
import { test } from 'vitest'
`

const SETUP = `import { rest, setupMocks } from 'mynah'
import { beforeAll, test } from 'vitest'
`

interface Row {
  readonly title: string
  readonly before: string
  readonly after: string
}

const ROWS: readonly Row[] = [
  {
    title: 'is one constant before the mocks',
    before: `${HEAD}
test('users', () => {
  nock('https://api.test').get(/users/).reply(200)
})

test('orders', () => {
  nock('https://api.test').get(/orders/).reply(200)
})
`,
    after: `${SETUP}
const api = rest.at('https://api.test')
const mocks = setupMocks([])
beforeAll(mocks)

test('users', () => {
  mocks.use(api.get(/users/, undefined, { times: 1 }))
})

test('orders', () => {
  mocks.use(api.get(/orders/, undefined, { times: 1 }))
})
`,
  },
  {
    title: 'stays if it is written once, or with conditions',
    before: `${HEAD}
test('users', () => {
  nock('https://api.test').get(/users/).reply(200)
  const api = nock('https://api.test', { reqheaders: { a: 'b' } })
  api.get('/orders').reply(200)
})
`,
    after: `${SETUP}
const mocks = setupMocks([])
beforeAll(mocks)

test('users', () => {
  mocks.use(rest.at('https://api.test').get(/users/, undefined, { times: 1 }))
  const api = rest.at('https://api.test', { match: { headers: { a: 'b' } } })
  mocks.use(api.get('/orders', undefined, { times: 1 }))
})
`,
  },
  {
    title: 'follows the constant that it is made of, under a free name',
    before: `${HEAD}
const base = 'https://api.test'
const api = () => fetch(base)

test('users', () => {
  nock(base).get(/users/).reply(200)
  nock(base).get(/orders/).reply(200)
})
`,
    after: `${SETUP}
const mocks = setupMocks([])
beforeAll(mocks)

const base = 'https://api.test'
const restApi = rest.at(base)
const api = () => fetch(base)

test('users', () => {
  mocks.use(
    restApi.get(/users/, undefined, { times: 1 }),
    restApi.get(/orders/, undefined, { times: 1 }),
  )
})
`,
  },
  {
    title: 'of two hosts has the name of its host',
    before: `${HEAD}
test('users', () => {
  nock('https://api.github.com').get(/users/).reply(200)
  nock('https://api.github.com').get(/orders/).reply(200)
  nock('https://api.test').get(/users/).reply(200)
  nock('https://api.test').get(/orders/).reply(200)
})
`,
    after: `${SETUP}
const githubApi = rest.at('https://api.github.com')
const api = rest.at('https://api.test')
const mocks = setupMocks([])
beforeAll(mocks)

test('users', () => {
  mocks.use(
    githubApi.get(/users/, undefined, { times: 1 }),
    githubApi.get(/orders/, undefined, { times: 1 }),
  )
  mocks.use(
    api.get(/users/, undefined, { times: 1 }),
    api.get(/orders/, undefined, { times: 1 }),
  )
})
`,
  },
  {
    title: 'takes the place of the constant of each test',
    before: `${HEAD}
test('users', () => {
  const scope = nock('https://api.test')

  scope.get('/users').reply(200)
})

test('orders', () => {
  const scope = nock('https://api.test')
  scope.get('/orders').reply(200)
  nock('https://api.test').get(/items/).reply(200)
})
`,
    after: `${SETUP}
const scope = rest.at('https://api.test')
const mocks = setupMocks([])
beforeAll(mocks)

test('users', () => {
  mocks.use(scope.get('/users', undefined, { times: 1 }))
})

test('orders', () => {
  mocks.use(scope.get('/orders', undefined, { times: 1 }))
  mocks.use(scope.get(/items/, undefined, { times: 1 }))
})
`,
  },
  {
    title: 'is the constant that the file has',
    before: `${HEAD}
const scope = nock('https://api.test')

test('users', () => {
  scope.get('/users').reply(200)
  nock('https://api.test').get(/orders/).reply(200)
})
`,
    after: `${SETUP}
const mocks = setupMocks([])
beforeAll(mocks)

const scope = rest.at('https://api.test')

test('users', () => {
  mocks.use(scope.get('/users', undefined, { times: 1 }))
  mocks.use(scope.get(/orders/, undefined, { times: 1 }))
})
`,
  },
  {
    title: 'stays if its value may change',
    before: `${HEAD}
let base = 'https://api.test'

test('users', () => {
  nock(base).get(/users/).reply(200)
  base = 'https://other.test'
  nock(base).get(/orders/).reply(200)
})
`,
    after: `${SETUP}
const mocks = setupMocks([])
beforeAll(mocks)

let base = 'https://api.test'

test('users', () => {
  mocks.expect(rest.at(base).get(/users/, undefined))
  base = 'https://other.test'
  mocks.expect(rest.at(base).get(/orders/, undefined))
})
`,
  },
]

describe('an origin', () => {
  test.each(ROWS)('$title', ({ before, after }) => {
    expect(rewrite(before, FILE)?.text).toBe(after)
  })
})

test('a rewritten file runs with the constant', () => {
  const text = rewrite(
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import nock from 'nock'

for (const name of ['a', 'b'])
  test(name, async () => {
    const api = nock('https://api.test')
    api.get('/' + name).reply(200, [name])
    assert.deepEqual(await (await fetch('https://api.test/' + name)).json(), [name])
  })

test('both', async () => {
  const api = nock('https://api.test')
  api.get('/c').reply(200, ['c'])
  assert.deepEqual(await (await fetch('https://api.test/c')).json(), ['c'])
})
`,
    FILE,
  )?.text
  expect(text).toContain("\nconst api = rest.at('https://api.test')\nconst mocks = setupMocks([])\n")
  expect(runWithMynah(String(text))).toEqual({ status: 0, output: '' })
})
