import { expect, test } from 'vitest'
import { har, toHar } from '../../src/entries/har.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'

const SECRET = 's3cr3tVALUE'
const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${SECRET}`
const JWE = `eyJhbGciOiJSU0EtT0FFUCJ9.AAAA.BBBB.CCCC.${SECRET}`
const TOKEN_URL = `https://x.test/?token=${SECRET}`

type Sent = readonly [path: string, init?: RequestInit]

function sentJson(value: unknown): Sent {
  const headers = { 'content-type': 'application/json' }
  return ['/a', { method: 'POST', headers, body: JSON.stringify(value) }]
}

function sentBody(type: string, body: string): Sent {
  return ['/a', { method: 'POST', headers: { 'content-type': type }, body }]
}

function sentHeader(value: string): Sent {
  return ['/a', { headers: { 'x-foo': value } }]
}

function sentQuery(value: string): Sent {
  return [`/a?q=${encodeURIComponent(value)}`]
}

const CASES: readonly (readonly [what: string, sent: Sent])[] = [
  ['a literal of a GraphQL document', sentJson({ query: `mutation { login(password: "${SECRET}") { id } }` })],
  ['a literal of a GraphQL document in a query', sentQuery(`{login(password:"${SECRET}"){id}}`)],
  ['a block string of a GraphQL document', sentJson({ query: `mutation { a(password: """${SECRET}""") }` })],
  ['a default value of a GraphQL variable', sentJson({ query: `query ($pin: String! = "${SECRET}") { a }` })],
  ['a list in a GraphQL document', sentJson({ query: `query ($a: [T!]! = [{ token: "${SECRET}" }]) { a }` })],
  ['an input object of a GraphQL document', sentBody('application/graphql', `{ a(auth: { b: "${SECRET}" }) }`)],
  ['a GraphQL document behind a comment', sentJson({ query: `# a "b\n mutation { a(pw: "${SECRET}") }` })],
  ['the value of { name, value }', sentJson([{ name: 'password', value: SECRET }])],
  ['the value of { value, key }', sentJson({ fields: [{ value: { text: SECRET }, key: 'clientSecret' }] })],
  ['the value of { ParameterKey, ParameterValue }', sentJson({ ParameterKey: 'DbPassword', ParameterValue: SECRET })],
  [
    'the second of a pair in a list',
    sentJson({
      headers: [
        ['accept', '*/*'],
        ['x-api-key', SECRET],
      ],
    }),
  ],
  [
    'all within the second of a pair in a list',
    sentJson([
      ['password', { hash: [SECRET] }],
      ['n', 1],
    ]),
  ],
  ['a JWE of five parts', sentJson({ x: JWE })],
  ['a JWT behind bearer in lower case', sentJson({ x: `bearer ${JWT}` })],
  ['a JWT behind any scheme', sentHeader(`JWT ${JWT}`)],
  ['a JWT in the midst of a text', sentJson({ x: `see [${JWT}], or not` })],
  ['a JWT as a whole body', sentBody('text/plain', JWT)],
  ['a token behind Bearer that is no JWT', sentHeader(`Bearer 0123456789abcdef${SECRET}`)],
  ['credentials behind Basic', sentJson({ x: `basic YWRhOm${SECRET}==` })],
  ['a URL that is encoded twice', sentQuery(encodeURIComponent(TOKEN_URL))],
  ['a URL that is encoded three times', sentQuery(encodeURIComponent(encodeURIComponent(TOKEN_URL)))],
  ['an encoded URL in a text', sentJson({ x: `go to ${encodeURIComponent(TOKEN_URL)}, or not` })],
  ['a URL in a query', sentQuery(TOKEN_URL)],
  ['the password of a URL in a query', sentQuery(`https://ada:${SECRET}@x.test/`)],
  ['JSON in a query', sentQuery(JSON.stringify({ password: SECRET }))],
  ['the field pw', sentJson({ pw: SECRET })],
  ['a JWT in a path', [`/a/${JWT}/b`]],
  ['two JWT in one segment of a path', [`/a/${JWT}~${JWT}`]],
  ['a JWT in the path of a URL in a text', sentJson({ x: `see https://x.test/a/${JWT}.` })],
  ['a field of a multipart body', sentBody('multipart/form-data; boundary=b', multipart('password', SECRET))],
]

function multipart(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`
}

/** A stub that none of the requests fits: its report shows the header, the query, and the body as a value or as a text. */
function unfitting(body: unknown) {
  return rest.all('/a', {}, { match: { headers: { 'x-foo': '1' }, queries: { q: '1' }, body } })
}

test.each(CASES)('an archive contains a secret: %s', async (_what, [path, init]) => {
  const mocks = setupMocks([rest.all('/a{/*rest}', {})])
  await mocks.fetch(`https://api.test${path}`, init)
  expect(JSON.stringify(toHar(mocks.calls()))).not.toContain(SECRET)
})

test.each(CASES)('the report of a miss contains a secret: %s', async (_what, [path, init]) => {
  for (const body of [{ none: 1 }, [], /^none/, [{ name: 1, value: 1 }]]) {
    const mocks = setupMocks([unfitting(body)])
    const report = await mocks.fetch(`https://api.test${path}`, init).catch((error: Error) => error.message)
    expect(report).toContain('No stub answers')
    expect(report).not.toContain(SECRET)
    expect(() => mocks.stop()).toThrow('No stub answers')
  }
})

test('a JWT in a path is written as a param, in the code of a report and in the stubs of an archive', async () => {
  const mocks = setupMocks([rest.get('/verify/:token/:id', 'sent')])
  await mocks.fetch(`https://api.test/verify/${JWT}/7`)
  const archive = toHar(mocks.calls())
  expect(archive.log.entries[0]?.request.url).toBe('https://api.test/verify/(hidden)/7')
  const replayed = setupMocks(har(archive))
  expect(await (await replayed.fetch(`https://api.test/verify/${JWT}/7`)).json()).toBe('sent')
  const report = await replayed.fetch(`https://api.test/verify/${JWT}/8`).catch((error: Error) => error.message)
  expect(report).toContain('No stub answers GET https://api.test/verify/(hidden)/8\n')
  expect(report).toContain("To answer it: rest.get('/verify/:token/8', {})")
  expect(() => replayed.stop()).toThrow()
})

test('a report hides what is no secret: names, counts, words and arguments beside a secret', async () => {
  const sent = {
    max_tokens: 5,
    kind: 'Basic equipment',
    query: 'mutation { session: login(name: "ada", token: null, pw: "x") { id } }',
    list: [{ name: 'age', value: 7 }],
  }
  const body = { query: 'none', kind: 'none', list: [{ name: 'age', value: 8 }], max_tokens: 6 }
  const mocks = setupMocks([rest.post('/a', {}, { match: { body } })])
  const report = await mocks.fetch(`https://api.test/a`, sentJson(sent)[1]).catch((error: Error) => error.message)
  expect(report).toContain(`  body.query          expected 'none'
                      received 'mutation { session: login(name: "ada", token: null, pw: "(hidden)") { id } }'
  body.kind           expected 'none'
                      received 'Basic equipment'
  body.list[0].value  expected 8
                      received 7
  body.max_tokens     expected 6
                      received 5`)
  expect(() => mocks.stop()).toThrow()
})
