import { describe, expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

const BEFORE = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { graphql, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const github = graphql.link('https://github.test/graphql')
const server = setupServer(
  graphql.query('GetUser', () => HttpResponse.json({ data: { user: { id: 1 } } })),
  graphql.query<{ users: number[] }, { first: number }>(/^List/, ({ query, variables, operationName, request }) => {
    if (request.headers.has('x-skip')) return
    return HttpResponse.json({ data: { users: [variables.first], operationName, isText: typeof query } })
  }),
  graphql.mutation('Fail', () => HttpResponse.json({ errors: [{ message: 'No' }] }, { status: 401 })),
  graphql.mutation('Drop', () => HttpResponse.error(), { once: true }),
  github.query('GetRepo', ({ variables }) => HttpResponse.json({ data: { name: variables.name } })),
  graphql.operation(() => HttpResponse.json({ data: { any: true } })),
)
before(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
after(() => server.close())

async function send(query: string, variables?: object, url = 'https://api.test/any/path'): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })).json()
}

test('all', async () => {
  assert.deepEqual(await send('query GetUser { user { id } }'), { data: { user: { id: 1 } } })
  const list = { users: [2], operationName: 'ListUsers', isText: 'string' }
  assert.deepEqual(await send('query ListUsers($first: Int) { users }', { first: 2 }), { data: list })
  assert.deepEqual(await send('mutation Fail { fail }'), { errors: [{ message: 'No' }] })
  await assert.rejects(send('mutation Drop { drop }'))
  const url = 'https://github.test/graphql'
  assert.deepEqual(await send('query GetRepo($name: ID) { repo }', { name: 'a' }, url), { data: { name: 'a' } })
  assert.deepEqual(await send('{ anonymous }'), { data: { any: true } })
  server.use(graphql.query('GetUser', () => HttpResponse.json({ data: { user: null } })))
  assert.deepEqual(await send('query GetUser { user { id } }'), { data: { user: null } })
})
`

const AFTER = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { networkError, setupMocks, status } from 'mynah'
import { graphql } from 'mynah/graphql'

const api = graphql('/{*rest}')

const github = graphql('https://github.test/graphql')
const server = setupMocks([
  api.query('GetUser', { data: { user: { id: 1 } } }),
  api.query<{ users: number[] }, { first: number }>(/^List/, ({ request: { raw: request }, query, variables, operationName, next }) => {
    if (request.headers.has('x-skip')) return next()
    return { data: { users: [variables.first], operationName, isText: typeof query } }
  }),
  api.mutation('Fail', status(401, { errors: [{ message: 'No' }] })),
  api.mutation('Drop', networkError(), { times: 1 }),
  github.query('GetRepo', ({ variables }) => ({ data: { name: variables.name } })),
  api.operation({ data: { any: true } }),
])
before(server)
`

describe('graphql of msw', () => {
  const result = rewrite(BEFORE)

  test('its operations become stubs of mynah/graphql', () => {
    expect(result).toMatchObject({
      left: [],
      notes: [
        {
          line: 18,
          reason:
            'a request without a stub fails its test here, also one that a client sends again and whose error it handles: declare each, if need be with networkError()',
        },
      ],
    })
    const { text = '' } = result ?? {}
    expect(text.slice(0, text.indexOf('\nasync function'))).toBe(AFTER)
    expect(text).toContain("  server.use(api.query('GetUser', { data: { user: null } }))\n")
  })

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })

  test.each([
    [
      "graphql.subscription('OnMessage', () => HttpResponse.json({ data: {} }))",
      'write it as api.subscription(name, [{ data }]), with graphql(endpoint, { websocket }) if the client opens a WebSocket',
    ],
  ])('%s stays, and msw’s graphql beside it', (handler, reason) => {
    const result = rewrite(
      `import { graphql, HttpResponse } from 'msw'\n\n/** One. */\nexport const a = () => ${handler}\nexport const b = () => graphql.query('A', () => HttpResponse.json({ data: {} }))\n`,
    )
    const left = `${reason}`
    expect(result?.left).toEqual([{ line: 4, reason: left }])
    expect(result?.text).toBe(
      `import { graphql as mynahGraphql } from 'mynah/graphql'\nimport { graphql, HttpResponse } from 'msw'\n\nconst api = mynahGraphql('/{*rest}')\n\n/** One. */\n// mynah: ${left}\nexport const a = () => ${handler}\nexport const b = () => api.query('A', { data: {} })\n`,
    )
  })

  test('a link that no variable holds stays', () => {
    const { left } =
      rewrite(
        "import { graphql, HttpResponse } from 'msw'\n\nexport const all = () => [graphql.link('/graphql').query('A', () => HttpResponse.json({ data: {} }))]\n",
      ) ?? {}
    expect(left).toEqual([{ line: 3, reason: 'keep what graphql.link(url) returns in a variable' }])
  })

  test.each([
    [
      'graphql',
      'graphql.query, () => HttpResponse.json({ data: {} })',
      'write graphql of msw as that of mynah/graphql: const api = graphql(endpoint)',
    ],
    ['http', 'http.get, () => HttpResponse.json({})', 'write http of msw as rest of mynah: rest.get(path, payload)'],
  ])(
    'a method of %s that a function is handed ended the command by a TypeError, or its file was changed beside it',
    (name, args, reason) => {
      const { left, text } =
        rewrite(
          `import { ${name}, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/node'\nimport { make } from './make'\n\nexport const server = setupServer(make(${args}))\n`,
        ) ?? {}
      expect(left?.map((one) => one.reason)).toContain(reason)
      expect(text).toContain(`= setupServer(make(${args}))`)
    },
  )

  test('a file that imports mynah already gets the import of mynah/graphql beside it', () => {
    const { text } =
      rewrite(
        "import { rest } from 'mynah'\nimport { graphql, HttpResponse } from 'msw'\n\nexport const all = [rest.get('/a', []), graphql.query('A', () => HttpResponse.json({ data: {} }))]\n",
      ) ?? {}
    expect(text).toBe(
      "import { rest } from 'mynah'\nimport { graphql } from 'mynah/graphql'\n\nconst api = graphql('/{*rest}')\n\nexport const all = [rest.get('/a', []), api.query('A', { data: {} })]\n",
    )
  })
})
