import { describe, expect, test } from 'vitest'
import { har } from '../../src/entries/har.ts'
import { messageOf, rejectionOf, startForgiving } from '../promises/support.ts'
import { type Asked, archiveOf, askFetch, type EntryShape } from './support.ts'

const API = 'https://api.test'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

interface Row {
  readonly title: string
  readonly recorded: EntryShape
  readonly asked: Asked & { readonly url?: string }
}

const users: EntryShape = { url: `${API}/users?page=1&tag=a&tag=b` }
const made = (text: string, mimeType: string): EntryShape => ({
  method: 'POST',
  url: `${API}/users`,
  postData: { mimeType, text },
})
const sent = (body: Asked['body'], type: string): Asked => ({ method: 'POST', headers: { 'content-type': type }, body })
const bodiless: EntryShape = { method: 'POST', url: `${API}/users` }
const files: EntryShape = { method: 'PROPFIND', url: `${API}/files` }
const params = {
  method: 'POST',
  url: `${API}/users`,
  postData: { mimeType: FORM, params: [{ name: 'a', value: '1' }] },
}

const answered: readonly Row[] = [
  { title: 'the request itself', recorded: users, asked: {} },
  { title: 'its queries in another order', recorded: users, asked: { url: `${API}/users?tag=a&page=1&tag=b` } },
  { title: 'other headers', recorded: users, asked: { headers: { 'x-any': '1' } } },
  {
    title: 'JSON with its keys in another order',
    recorded: made('{"a":1,"b":[2]}', JSON_TYPE),
    asked: sent('{ "b": [2], "a": 1 }', JSON_TYPE),
  },
  { title: 'a form', recorded: made('a=1&b=x+y', FORM), asked: sent('b=x%20y&a=1', FORM) },
  { title: 'a form that the archive has as params', recorded: params, asked: sent('a=1', FORM) },
  { title: 'a text', recorded: made('one', 'text/plain'), asked: sent('one', 'text/plain') },
  {
    title: 'a text of a type that is not parsed',
    recorded: made('{ me }', 'application/graphql'),
    asked: sent('{ me }', 'application/graphql'),
  },
  { title: 'malformed JSON', recorded: made('{"a":', JSON_TYPE), asked: sent('{"a":', JSON_TYPE) },
  {
    title: 'no body if none was recorded',
    recorded: { ...bodiless, more: { request: { ...bodiless, bodySize: 0 } } },
    asked: { method: 'POST' },
  },
  {
    title: 'any body if the archive does not have it',
    recorded: { ...bodiless, more: { request: { ...bodiless, bodySize: 9 } } },
    asked: sent('any', 'text/plain'),
  },
  {
    title: 'a path with characters that are syntax in rest',
    recorded: { url: `${API}/a:b/(c)/*d/{e}/[f]/g+h!/%20` },
    asked: {},
  },
  { title: 'a method that rest does not have', recorded: files, asked: { method: 'PROPFIND' } },
  {
    title: 'a user in the recorded URL',
    recorded: { url: 'https://ada:pw@api.test/users' },
    asked: { url: `${API}/users` },
  },
  { title: 'a hash in the recorded URL', recorded: { url: `${API}/users#top` }, asked: { url: `${API}/users` } },
]

test.each(answered)('$title is answered', async ({ recorded, asked: { url = recorded.url, ...asked } }) => {
  startForgiving(har(archiveOf(recorded)))
  expect((await askFetch(url, asked)).status).toBe(200)
})

const inText = (text: string) => encodeURIComponent(text)

/** What a recording has hidden in a part of a text has any value. */
const hidden: readonly { title: string; recorded: EntryShape; asked: Row['asked']; other: Row['asked'] }[] = [
  {
    title: 'JSON in a query',
    recorded: { url: `${API}/a?q=${inText('{"token":"(hidden)", "n":1}')}` },
    asked: { url: `${API}/a?q=${inText('{"token":"abc", "n":1}')}` },
    other: { url: `${API}/a?q=${inText('{"token":"abc", "n":2}')}` },
  },
  {
    title: 'a URL in a query',
    recorded: { url: `${API}/a?next=${inText('https://b.test/?n=1&sig=(hidden)')}` },
    asked: { url: `${API}/a?next=${inText('https://b.test/?n=1&sig=abc')}` },
    other: { url: `${API}/a?next=${inText('https://b.test/?n=2&sig=abc')}` },
  },
  {
    title: 'JSON in JSON',
    recorded: made('{"text":"{\\"token\\":\\"(hidden)\\",\\"n\\":1}"}', JSON_TYPE),
    asked: sent('{"text":"{\\"token\\":\\"abc\\",\\"n\\":1}"}', JSON_TYPE),
    other: sent('{"text":"{\\"token\\":\\"abc\\",\\"n\\":2}"}', JSON_TYPE),
  },
  {
    title: 'JSON that was sent as a text',
    recorded: made('{"token": "(hidden)", "n": 1}', 'text/plain'),
    asked: sent('{"token": "abc", "n": 1}', 'text/plain'),
    other: sent('{"token": "abc", "n": 2}', 'text/plain'),
  },
  {
    title: 'a form that was sent as a text',
    recorded: made('client_secret=(hidden)&a=1', 'text/plain'),
    asked: sent('client_secret=abc&a=1', 'text/plain'),
    other: sent('client_secret=abc&a=2', 'text/plain'),
  },
  {
    title: 'lines of JSON',
    recorded: made('{"token":"(hidden)"}\n{"n":1}', 'application/x-ndjson'),
    asked: sent('{"token":"abc"}\n{"n":1}', 'application/x-ndjson'),
    other: sent('{"token":"abc"}\n{"n":2}', 'application/x-ndjson'),
  },
]

test.each(hidden)('hidden in $title: any value is answered', async ({ recorded, asked, other }) => {
  startForgiving(har(archiveOf(recorded)))
  expect((await askFetch(asked.url ?? recorded.url, asked)).status).toBe(200)
  expect(messageOf(await rejectionOf(askFetch(other.url ?? recorded.url, other)))).toMatch(/^No stub answers/)
})

const unmatched: readonly Row[] = [
  { title: 'a repeated query in another order', recorded: users, asked: { url: `${API}/users?page=1&tag=b&tag=a` } },
  { title: 'one query less', recorded: users, asked: { url: `${API}/users?page=1&tag=a` } },
  { title: 'one query more', recorded: { url: `${API}/users` }, asked: { url: `${API}/users?page=1` } },
  { title: 'another origin', recorded: { url: `${API}/users` }, asked: { url: 'https://other.test/users' } },
  { title: 'another method', recorded: { url: `${API}/users` }, asked: { method: 'DELETE' } },
  {
    title: 'JSON with one key more',
    recorded: made('{"a":1}', JSON_TYPE),
    asked: sent('{"a":1,"b":2}', JSON_TYPE),
  },
  { title: 'JSON of another type', recorded: made('{"a":1}', JSON_TYPE), asked: sent('{"a":"1"}', JSON_TYPE) },
  { title: 'a form with another value', recorded: made('a=1', FORM), asked: sent('a=2', FORM) },
  { title: 'another text', recorded: made('one', 'text/plain'), asked: sent('two', 'text/plain') },
  {
    title: 'another text of a type that is not parsed',
    recorded: made('{ me }', 'application/graphql'),
    asked: sent('{ you }', 'application/graphql'),
  },
  {
    title: 'a body if none was recorded',
    recorded: { ...bodiless, more: { request: { ...bodiless, bodySize: 0 } } },
    asked: sent('{}', JSON_TYPE),
  },
  { title: 'another path that rest would match', recorded: { url: `${API}/a:b` }, asked: { url: `${API}/axx` } },
  { title: 'a slash in place of an escaped one', recorded: { url: `${API}/a%2Fb` }, asked: { url: `${API}/a/b` } },
  { title: 'another method that rest does not have', recorded: files, asked: { method: 'REPORT' } },
]

test.each(unmatched)('$title is not answered', async ({ recorded, asked: { url = recorded.url, ...asked } }) => {
  startForgiving(har(archiveOf(recorded)))
  expect(messageOf(await rejectionOf(askFetch(url, asked)))).toMatch(/^No stub answers/)
})

test('a recorded list was taken for an answer to an object with the same entries, and was never sent', async () => {
  const bodies = ['{}', '[]', '{"a":1}', '[["a",1]]']
  const entries = bodies.map((body, index) => ({ ...made(body, JSON_TYPE), status: 400 + index }))
  startForgiving(har(archiveOf(...entries)))
  const answers = await Promise.all(bodies.map((body) => askFetch(`${API}/users`, sent(body, JSON_TYPE))))
  expect(answers.map(({ status }) => status)).toEqual([400, 401, 402, 403])
})

test('a miss names the query that differs', async () => {
  startForgiving(har(archiveOf({ url: `${API}/users?page=1` })))
  const message = messageOf(await rejectionOf(fetch(`${API}/users?page=2&sort=name`)))
  expect(message).toContain("  queries.page  expected '1'\n                received '2'\n")
  expect(message).toContain("  queries.sort  expected nothing\n                received 'name'\n")
})

describe('a multipart form', () => {
  const part = (head: string, content: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const text = `${part('name="title"', 'Cat')}${part('name="file"; filename="cat.png"\r\nContent-Type: image/png', '\u0001')}--b--\r\n`
  const fields = [
    { name: 'title', value: 'Cat' },
    { name: 'file', fileName: 'cat.png', contentType: 'image/png' },
  ]
  const formOf = (title: string, name: string) => {
    const form = new FormData()
    form.append('title', title)
    form.append('file', new File(['\u0001'], name, { type: 'image/png' }))
    return form
  }
  test.each([
    { as: 'text', postData: { mimeType: 'multipart/form-data; boundary=b', text } },
    { as: 'params', postData: { mimeType: 'multipart/form-data; boundary=b', params: fields } },
  ])('as $as is compared by its fields and the names of its files', async ({ postData }) => {
    startForgiving(har(archiveOf({ method: 'POST', url: `${API}/cats`, postData })))
    const post = (body: FormData) => fetch(`${API}/cats`, { method: 'POST', body })
    expect((await post(formOf('Cat', 'cat.png'))).status).toBe(200)
    expect(messageOf(await rejectionOf(post(formOf('Dog', 'cat.png'))))).toContain("body.title  expected 'Cat'")
    expect(messageOf(await rejectionOf(post(formOf('Cat', 'dog.png'))))).toContain('body.file')
  })
})

test.each<[what: string, url: string, lines: string[]]>([
  ['the origin alone', 'http://localhost:3000/users?page=1', ["har(…, { origin: 'http://localhost:3000' })"]],
  [
    'the origin and a query',
    'http://localhost:3000/users?page=2',
    ["har(…, { origin: 'http://localhost:3000' })", "har(…, { ignore: { queries: ['page'] } })"],
  ],
  ['the origin and the path', 'http://localhost:3000/user?page=1', []],
])('the report on a miss offered no way to answer at another origin: %s', async (_what, url, lines) => {
  startForgiving(har(archiveOf({ url: `${API}/users?page=1` })))
  const message = messageOf(await rejectionOf(fetch(url)))
  const offered = message
    .split('\n')
    .flatMap((line) => /^To (?:answer at another origin|ignore it): (.*)$/.exec(line)?.[1] ?? [])
  expect(offered).toEqual(lines)
})
