/** What the reader can start from. Each is a module, as a test file or a script is. */
export const EXAMPLES = [
  {
    title: 'Tests',
    code: `import { rest, setupMocks } from 'mynah'
import 'mynah/vitest'
import { beforeAll, expect, test } from 'vitest'

const mocks = setupMocks([
  rest.get('/users', [{ id: 1, name: 'John' }]),
  rest.get('/users', [{ id: 2, role: 'admin' }], { match: { queries: { role: 'admin' } } }),
])
beforeAll(mocks)

test('lists the admins', async () => {
  const response = await fetch('https://api.test/users?role=admin')
  expect(await response.json()).toEqual([{ id: 2, role: 'admin' }])
})

test('shows what went wrong', async () => {
  mocks.use.get('/users', { error: 'Out of order' }, { status: 503 })
  const response = await fetch('https://api.test/users')
  expect(response.status).toBe(503)
})

test('fails, although the error is caught', async () => {
  await fetch('https://api.test/teams').catch(() => {})
})
`,
  },
  {
    title: 'A request that no stub answers',
    code: `import { rest, setupMocks } from 'mynah'

const mocks = setupMocks([
  rest.get('/users', [{ id: 1 }]),
  rest.post('/users', { id: 2 }, {
    status: 201,
    match: { body: { role: 'admin' } },
  }),
])
mocks.start()

await fetch('https://api.test/users?page=1', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Ada', role: 'guest' }),
})
`,
  },
  {
    title: 'A resolver',
    code: `import { rest, setupMocks } from 'mynah'

const mocks = setupMocks([
  rest.get('/posts/:id', ({ request, setStatusCode }) => {
    if (request.params.id !== '0') return { id: request.params.id }
    setStatusCode(404)
    return { error: 'Not Found' }
  }),
])
mocks.start()

for (const id of [7, 0]) {
  const response = await fetch(\`https://api.test/posts/\${id}\`)
  console.log(response.status, await response.json())
}
`,
  },
  {
    title: 'Delays and streams',
    code: `import { rest, setupMocks, sse } from 'mynah'

const mocks = setupMocks([
  rest.get('/slow', { done: true }, { delay: 500 }),
  rest.get('/events', sse(['one', { event: 'named', data: { id: 2 } }, 'three'])),
])
mocks.start()

console.log(await (await fetch('https://api.test/slow')).json())

const response = await fetch('https://api.test/events')
const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
for (let part = await reader.read(); !part.done; part = await reader.read()) console.log(part.value)
`,
  },
  {
    title: 'A mistake',
    code: `import { rest, setupMocks } from 'mynah'

setupMocks([
  rest.get('/users?role=admin', []),
])
`,
  },
] as const
