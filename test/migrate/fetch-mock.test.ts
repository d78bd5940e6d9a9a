import { describe, expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const rewriteBody = (body: string) => rewrite(`import fetchMock from 'fetch-mock'\n\n${body}\n`)

describe('fetch-mock', () => {
  test.each([
    {
      title: 'an instance is mocks without patches, and its fetch',
      before: `const mock = fetchMock.createInstance().getOnce('https://api.test/a?page=2', { id: 1 })
request({ fetch: mock.fetchHandler })`,
      after: `import { equals, rest, setupMocks } from 'mynah'

const mock = setupMocks(
  [
    rest.get(
      'https://api.test/a',
      { id: 1 },
      { match: { queries: equals({ page: '2' }) }, times: 1 },
    ),
  ],
  { patch: false },
)
request({ fetch: mock.fetch })
`,
    },
    {
      title: 'a sandbox is a fetch, its done() is verify',
      before: `const fetch = fetchMock.sandbox().post('path:/a', 201)
request({ fetch })
expect(fetch.done()).toBe(true)`,
      after: `import { rest, setupMocks, status } from 'mynah'

const fetch = setupMocks(
  [
    rest.post('/a', status(201)),
  ],
  { patch: false },
)
request({ fetch: fetch.fetch })
fetch.verify({ unused: true })
`,
    },
    {
      title: 'a response with its settings, and conditions',
      before: `run(fetchMock.sandbox().put('https://api.test/a', { status: 202, body: 'ok', headers: { 'x-id': '1' } }, { body: { a: 1 }, repeat: 2 }))`,
      after: `import { equals, rest, setupMocks, text } from 'mynah'

run(setupMocks(
  [
    rest.put(
      'https://api.test/a',
      text('ok'),
      { status: 202, match: { body: equals({ a: 1 }) }, headers: { 'x-id': '1' }, times: 2 },
    ),
  ],
  { patch: false },
).fetch)
`,
    },
  ])('$title', ({ before, after }) => {
    expect(rewriteBody(before)).toMatchObject({ left: [], text: after })
  })

  test.each([
    [
      `fetchMock.get('https://api.test/a', 200)`,
      'write the global fetch-mock as setupMocks(routes), see "From fetch-mock" in migrating.md',
    ],
    [`run(fetchMock.sandbox().get('begin:https://api.test', 200))`, "write 'begin:https://api.test' as a path"],
    [
      `const mock = fetchMock.sandbox().get('https://api.test/a', 200)\nlog(mock.lastCall())`,
      'what mock is used for has to be written with mocks.calls(), see migrating.md',
    ],
  ])('%s is left by hand', (before, reason) => {
    const { left, text } = rewriteBody(before) ?? {}
    expect(left?.[0]?.reason).toBe(reason)
    expect(text).toContain(`// mynah: ${reason}\n${before.split('\n')[0]}`)
  })
})
