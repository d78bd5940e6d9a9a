// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is one of the mistakes
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as mynah from '../../src/entries/index.ts'

/*
 * What a newcomer writes, and what would otherwise be silent: the table of the warnings. The code is text, as it would stand
 * in JavaScript, where no type refuses it. The code of the message is run too.
 */

const SCOPE: Readonly<Record<string, unknown>> = { ...mynah }

/** Runs code as a test would contain it. */
function run(code: string): unknown {
  const value = new Function(...Object.keys(SCOPE), `return ${code}`)(...Object.values(SCOPE))
  // Mocks that nothing starts would fail this file.
  if (typeof value === 'function' && 'isolate' in value) value.start()()
  return value
}

let warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  warn.mockRestore()
})

/** What the console was told, with the place of the code, which is made while the test runs, left out. */
function warnings(): string[] {
  return warn.mock.calls.map(([message]) => String(message).replace(/ {2}[^ \n]*:\d+(?=\n)/, ''))
}

interface Doubt {
  readonly code: string
  readonly problem: string
  /** The code that was probably meant. */
  readonly right: string
  /** The code that says the same without a warning. */
  readonly same: string
}

const doubted: readonly Doubt[] = [
  {
    code: `rest.get('/u', 404)`,
    problem: `rest.get('/u', …): 404 is sent as a body with the status 200`,
    right: `rest.get('/u', status(404))`,
    same: `rest.get('/u', status(200, 404))`,
  },
  {
    code: `rest.delete('/u', 204)`,
    problem: `rest.delete('/u', …): 204 is sent as a body with the status 200`,
    right: `rest.delete('/u', status(204))`,
    same: `rest.delete('/u', status(200, 204))`,
  },
  {
    code: `rest.get('/u', { status: 404 })`,
    problem: `rest.get('/u', …): { status: 404 } is sent as a body with the status 200`,
    right: `rest.get('/u', status(404))`,
    same: `rest.get('/u', status(200, { status: 404 }))`,
  },
  {
    code: `rest.post('/u', { status: 201, body: { id: 1 } })`,
    problem: `rest.post('/u', …): { status: 201, body: { id: 1 } } is sent as a body with the status 200`,
    right: `rest.post('/u', status(201, { id: 1 }))`,
    same: `rest.post('/u', status(200, { status: 201, body: { id: 1 } }))`,
  },
  {
    code: `rest.post('/u', { statusCode: 201, body: { id: 1 }, headers: { location: '/u/1' } })`,
    problem: `rest.post('/u', …): { statusCode: 201, body: { id: 1 }, headers: { location: '/u/1' } } is sent as a body with the status 200`,
    right: `rest.post('/u', status(201, { id: 1 }), { headers: { location: '/u/1' } })`,
    same: `rest.post('/u', status(200, { statusCode: 201, body: { id: 1 }, headers: { location: '/u/1' } }))`,
  },
  {
    code: `rest.post('/u', [201, { id: 1 }])`,
    problem: `rest.post('/u', …): [201, { id: 1 }] is sent as a body with the status 200`,
    right: `rest.post('/u', status(201, { id: 1 }))`,
    same: `rest.post('/u', status(200, [201, { id: 1 }]))`,
  },
  {
    code: `rest.post('/u', [201, { id: 1 }, { location: '/u/1' }])`,
    problem: `rest.post('/u', …): [201, { id: 1 }, { location: '/u/1' }] is sent as a body with the status 200`,
    right: `rest.post('/u', status(201, { id: 1 }), { headers: { location: '/u/1' } })`,
    same: `rest.post('/u', status(200, [201, { id: 1 }, { location: '/u/1' }]))`,
  },
  {
    code: `rest.get('/u', '{"id":1}')`,
    problem: `rest.get('/u', …): '{"id":1}' is sent as a JSON string, in quotes`,
    right: `rest.get('/u', { id: 1 })`,
    same: `rest.get('/u', status(200, '{"id":1}'))`,
  },
  {
    code: `rest.get('/u', '[]')`,
    problem: `rest.get('/u', …): '[]' is sent as a JSON string, in quotes`,
    right: `rest.get('/u', [])`,
    same: `rest.get('/u', status(200, '[]'))`,
  },
  {
    code: `rest.get('/u', sequence([{ id: 1 }, { id: 2 }]))`,
    problem: `rest.get('/u', …): sequence([{ id: 1 }, { id: 2 }]) is sent whole each time: each argument of sequence() is a response`,
    right: `rest.get('/u', sequence({ id: 1 }, { id: 2 }))`,
    same: `rest.get('/u', [{ id: 1 }, { id: 2 }])`,
  },
]

describe.each(doubted)('$code', ({ code, problem, right, same }) => {
  test('is taken, with a warning', () => {
    expect(run(code)).toBeDefined()
    expect(warnings()).toEqual([`mynah: ${problem}\n\nWrite  ${right}\nIf it is meant, write  ${same}`])
  })

  test.each([right, same])('%s needs no warning', (written) => {
    expect(run(written.replace('…', '{}'))).toBeDefined()
    expect(warnings()).toEqual([])
  })
})

test.each(['404', '{ status: 404 }', '[201, { id: 1 }]', 'JSON.stringify({ id: 1 })'])(
  'a resolver that returns %s is sent with a warning',
  async (returned) => {
    const mocks = run(`setupMocks([rest.get('/u', () => (${returned}))])`) as mynah.Mocks
    expect(await (await mocks.fetch('http://api.test/u')).json()).toEqual(run(returned))
    expect(warnings()).toEqual([])
  },
)

describe('a resolver', () => {
  const failureOf = async (resolver: mynah.RestResolver<object>) => {
    const mocks = mynah.setupMocks([mynah.rest.get('/u', resolver)])
    const error: unknown = await mocks.fetch('http://api.test/u').catch((thrown: unknown) => thrown)
    mocks.reset({ failures: true })
    mocks.stop()
    return String(error).replace(/ {2}\S+$/, '')
  }

  test('that calls next() and does not return it is refused', async () => {
    const message =
      "MynahError: A resolver called next() and did not return it; write `return next()`\n\n  rest.get('/u')"
    expect(await failureOf(({ next }) => void next())).toBe(message)
    expect(
      await failureOf(({ next }) => {
        next()
        return { id: 1 }
      }),
    ).toBe(message)
    expect(await failureOf(async ({ next }) => void next())).toBe(message)
  })

  test('that sets something after its answer causes a warning, with the line that does it', async () => {
    const late = await new Promise<string[]>((resolve) => {
      const mocks = mynah.setupMocks([
        mynah.rest.get('/u', ({ setStatusCode, setHeader, setCookie, setDelay, next }) => {
          const acts = [
            () => setStatusCode(404),
            () => setHeader('x-a', '1'),
            () => setCookie('sid', '1'),
            () => setDelay(5),
            () => next(),
          ]
          setTimeout(() => resolve(acts.map((act) => messageOf(act))))
          return {}
        }),
      ])
      void mocks.fetch('http://api.test/u')
    })
    const told = (call: string) =>
      `${call} was called after the response was sent; await all work in the resolver\n\n  rest.get('/u')`
    expect(late).toEqual([
      told('setStatusCode(404)'),
      told("setHeader('x-a', …)"),
      told("setCookie('sid', …)"),
      told('setDelay(5)'),
      told('next()'),
    ])
  })
})

function messageOf(act: () => unknown): string {
  try {
    act()
    return 'nothing'
  } catch (error) {
    return (error as Error).message.replace(/ {2}\S+$/, '')
  }
}

test('a function in a match that returns a matcher is an error: it would match every request', async () => {
  const role = () => mynah.exists()
  const mocks = mynah.setupMocks([mynah.rest.get('/u', {}, { match: { queries: { role } } })])
  await expect(mocks.fetch('http://api.test/u?role=1')).rejects.toThrow(
    'TypeError: The function returned a matcher, which asks nothing there; write the matcher itself',
  )
  mocks.reset({ failures: true })
  mocks.stop()
})

test.each([404, { status: 404 }, [201, {}], { status: 404, error: 'Not Found' }, [1, 2], '{ not json'])(
  'a payload beside its status is meant: %j',
  (payload) => {
    mynah.rest.get('/u', payload, { status: 200 })
    expect(warnings()).toEqual([])
  },
)

test.each([
  { status: 404, error: 'Not Found' },
  { status: 'ok' },
  [1, 2],
  [200, 404],
  7,
  1000,
  '404',
  'text',
  '[not json',
])('an ordinary payload is no mistake: %j', (payload) => {
  mynah.rest.get('/u', payload)
  expect(warnings()).toEqual([])
})

describe('mocks.waitFor', () => {
  const refusals = [
    {
      args: ['/u', 500],
      message: 'mocks.waitFor: the options must be an object, got 500',
    },
    {
      args: ['/u', { time: 500 }],
      message:
        "mocks.waitFor: 'time' is not an option; use times or timeout\n\nWrite  mocks.waitFor(…, { times: 500 })",
    },
    {
      args: ['u'],
      message: "mocks.waitFor('u'): a path starts with a slash, or is an absolute URL",
    },
    {
      args: ['/u', { timeout: 0 }],
      message: "mocks.waitFor: waited 0 ms for 1 call of '/u', but 0 arrived\n\nNo requests arrived",
    },
  ]

  test.each(refusals)('$args', async ({ args, message }) => {
    const mocks = mynah.setupMocks([])
    mocks.start()
    const waitFor = mocks.waitFor as (...args: readonly unknown[]) => Promise<unknown>
    const error = await waitFor(...args).catch((thrown: Error) => thrown.message)
    mocks.stop()
    expect(error).toBe(message)
  })
})

describe('a request that a stub does not take, and why', () => {
  const cases: readonly {
    what: string
    match: mynah.MatchParts<object>
    url?: string
    init?: RequestInit
    difference: string
    right: mynah.MatchParts<object>
  }[] = [
    {
      what: 'a query whose name has brackets',
      match: { queries: { tag: 'a' } },
      url: '?tag[]=a',
      difference: `  queries.tag  expected 'a'
               received nothing
               its name is 'tag[]': write queries: { 'tag[]': … }`,
      right: { queries: { 'tag[]': 'a' } },
    },
    {
      what: 'a query whose name has an index',
      match: { queries: { tag: ['a', 'b'] } },
      url: '?tag[0]=a&tag[1]=b',
      difference: `  queries.tag  expected ['a', 'b']
               received nothing
               its name is 'tag[0]': write queries: { 'tag[0]': … }`,
      right: { queries: { 'tag[0]': 'a', 'tag[1]': 'b' } },
    },
    {
      what: 'a query whose name has no brackets',
      match: { queries: { 'tag[]': 'a' } },
      url: '?tag=a',
      difference: `  queries.tag[]  expected 'a'
                 received nothing
                 its name is 'tag': write queries: { tag: … }`,
      right: { queries: { tag: 'a' } },
    },
    {
      what: 'a query of another name',
      match: { queries: { tag: 'a' } },
      url: '?tags[]=a',
      difference: `  queries.tag  expected 'a'
               received nothing`,
      right: { queries: { 'tags[]': 'a' } },
    },
    {
      what: 'JSON without its content type',
      match: { body: { name: 'Ada' } },
      init: { method: 'POST', body: '{"name":"Ada"}' },
      difference: `  body  expected { name: 'Ada' }
        received '{"name":"Ada"}'
        sent with content-type 'text/plain;charset=UTF-8', so it was not read as JSON`,
      right: { body: '{"name":"Ada"}' },
    },
  ]

  test.each(cases)('$what', async ({ match, url = '', init, difference, right }) => {
    const ask = async (asked: mynah.MatchParts<object>) => {
      const mocks = mynah.setupMocks([mynah.rest.all('/u', {}, { match: asked })])
      const answer = mocks.fetch(`http://api.test/u${url}`, init)
      return answer
        .then(
          () => '',
          (error: Error) => error.message,
        )
        .finally(() => mocks.reset({ failures: true }))
    }
    const [, , , ...lines] = (await ask(match)).split('\n')
    expect(lines.slice(0, lines.indexOf('')).join('\n')).toBe(difference)
    expect(await ask(right)).toBe('')
  })
})
