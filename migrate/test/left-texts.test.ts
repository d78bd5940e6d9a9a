import { expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'
import type { Name } from './surface/row.ts'
import { HEADS } from './surface.ts'

const project = fileIn({ nock: '15.0.0' }, 'users.test.js')

/** What the comment says of forms that nobody writes on purpose, or that the types do not tell: the code to write instead. */
const LEFT: readonly (readonly [Name, form: string, reason: string])[] = [
  [
    'nock',
    "const a = nock('https://api.test').get('/a').reply(200), b = nock('https://api.test').get('/b').reply(200)\n  a.done()",
    'declare this in a statement of its own: mocks.use.get(path, payload)',
  ],
  [
    'nock',
    "nock('https://api.test', { allowUnmocked: isOn }).get('/a').reply(200)",
    'write the option passthrough: setupMocks([], { passthrough: [origin] })',
  ],
  [
    'nock',
    'load(nock)',
    'write what gets nock here with mynah: rest.at(base) makes the stubs, and mocks.use(stub) declares them',
  ],
  ['nock', "nock().get('/a').reply(200)", 'nock() needs a base: write rest.at(origin)'],
  [
    'nock',
    "nock('https://api.test').get().reply(200)",
    'an interceptor needs a path: write mocks.use.get(/.*/, payload) for any',
  ],
  [
    'nock',
    "nock('https://api.test').get('/a')\n  await load()",
    'this interceptor has no reply: write mocks.use.get(path, payload)',
  ],
  [
    'nock',
    "nock('https://api.test').get('/a').matchHeader('x-a', (values) => values[0] === '1').reply(200)",
    'the values of a header are one text here: compare the text',
  ],
  [
    'undici',
    "pool.intercept({ path: '/a' }).reply(200)\n  expect(() => agent.assertNoPendingInterceptors()).toThrow()",
    'write mocks.verify({ unused: true }), which throws',
  ],
  ['msw', 'const server = setupServer()\nload(http)', 'write http of msw as rest of mynah: rest.get(path, payload)'],
  [
    'msw',
    'const server = setupServer()\nload(graphql)',
    'write graphql of msw as that of mynah/graphql: const api = graphql(endpoint)',
  ],
  ['fetch-mock', 'fetchMock.get()', 'get() has no matcher: write mocks.use.all(path, payload)'],
  ['fetch-mock', "fetchMock.get('path:/a', 200, options)", 'write options as settings: { match, times, delay }'],
  [
    'fetch-mock',
    "fetchMock.get('path:/a', 200, { ...options })",
    'write the options as settings: { match, times, delay }',
  ],
  [
    'fetch-mock',
    'load(fetchMock.config)',
    'write the configuration as options: setupMocks([], { onUnmatched, baseUrl })',
  ],
  ['undici', 'agent.enableNetConnect(host)', 'write the option passthrough: setupMocks([], { passthrough: [origin] })'],
  [
    'undici',
    "pool.intercept({ method: 'GET' }).reply(200)",
    'write the path of this interceptor inline: intercept({ path, method })',
  ],
  [
    'undici',
    "load(pool.intercept({ path: '/a' }))",
    'this interceptor has no reply: write mocks.use.get(path, payload)',
  ],
]

test.each(LEFT)('%s: the comment on %s names the code', (library, form, reason) => {
  const head = HEADS[library]
  const text = `${head.trimEnd()}\ntest('a', async () => {\n  ${form}\n})\n`
  const result = rewrite(text, library === 'nock' ? project : '/project/users.test.js')
  expect(result?.left[0]?.reason).toBe(reason)
  // Nothing is written into a file of which nothing is converted.
  expect(result?.text).toContain(result?.converted === 0 ? text : `// mynah: ${reason}\n`)
})
