import { describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { rejectionOf, start } from '../promises/support.ts'

/** Most calls are answered without a `Request`: what arrives must be the same. */
describe('the arguments of fetch arrive as with `Request`', () => {
  const url = 'http://api.test/echo'
  const echo = rest.all('/echo', ({ request: { headers, body } }) => ({ team: headers['x-team'], body }))
  class Init {
    readonly method = 'POST'
    get body(): string {
      return 'of a getter'
    }
  }

  test.for([
    { name: 'nothing', init: {} },
    { name: 'undefined all over', init: { method: undefined, headers: undefined, body: undefined } },
    { name: 'a method in lower case', init: { method: 'post' } },
    { name: 'a method in lower case that stays so', init: { method: 'patch', body: 'a' } },
    { name: 'a method of its own', init: { method: 'PURGE' } },
    { name: 'an empty body', init: { method: 'POST', body: '' } },
    { name: 'a body of null', init: { method: 'PUT', body: null } },
    { name: 'a body without a type', init: { method: 'PUT', body: 'ä' } },
    { name: 'a type in another case', init: { method: 'POST', body: '[]', headers: { 'CONTENT-type': 'text/a' } } },
    { name: 'a header twice', init: { headers: { 'X-A': '1', 'x-a': '2' } } },
    { name: 'spaces around a value', init: { headers: { 'x-a': ' 1\t' } } },
    { name: 'no value', init: { headers: { 'x-a': '' } } },
    { name: 'a header value that is not a text', init: { headers: { 'x-a': 1, 'x-b': undefined } } },
    { name: 'a value in Latin-1', init: { headers: { 'x-a': 'ä' } } },
    { name: 'a list of headers', init: { headers: [['X-A', '1']] } },
    { name: 'Headers', init: { headers: new Headers({ 'X-A': '1' }) } },
    { name: 'an object of a class', init: new Init() },
    { name: 'what says more', init: { method: 'POST', body: 'a', redirect: 'manual', headers: { cookie: 'a=1' } } },
  ] as { name: string; init: RequestInit }[])('$name', async ({ init }) => {
    start([
      rest.all('/echo', ({ request: { method, headers, raw } }) => raw.text().then((text) => [method, headers, text])),
    ])
    const request = new Request(url, init)
    const expected = [request.method, Object.fromEntries(request.headers), await request.text()]
    const response = await fetch(url, init)
    expect(await response.json()).toEqual(expected)
  })

  test.for([
    { name: 'an invalid header name', init: { headers: { 'a b': '1' } } },
    { name: 'a header value with a line break', init: { headers: { a: '1\n2' } } },
    { name: 'a header value that no byte can hold', init: { headers: { a: '€' } } },
    { name: 'an invalid list of headers', init: { headers: [['a']] } },
    { name: 'headers that are a text', init: { headers: 'a: 1' } },
    { name: 'an invalid method', init: { method: 'A B' } },
    { name: 'a body with GET', init: { body: 'a' } },
    { name: 'an empty body with HEAD', init: { method: 'HEAD', body: '' } },
  ] as unknown as { name: string; init: RequestInit }[])('and are refused as by `Request`: $name', async ({ init }) => {
    const mocks = start([echo])
    const refusal = (await rejectionOf((async () => new Request(url, init))())) as TypeError
    expect(await rejectionOf(fetch(url, init))).toMatchObject({ name: 'TypeError', message: refusal.message })
    expect(mocks.calls()).toEqual([])
  })

  test.for(['http://', 'http://user:secret@api.test/echo'])(
    'and the URL is refused as `Request` refuses it: %s',
    async (wrong) => {
      const mocks = start([echo])
      const refusal = (await rejectionOf((async () => new Request(wrong))())) as TypeError
      expect(await rejectionOf(fetch(wrong))).toMatchObject({ name: 'TypeError', message: refusal.message })
      expect(mocks.calls()).toEqual([])
    },
  )

  test('a change of the arguments after the call has no effect', async () => {
    const mocks = start([echo])
    const init = { method: 'POST', body: 'before', headers: { 'x-team': 'red' } }
    const answer = fetch(url, init)
    init.headers['x-team'] = 'blue'
    init.body = 'after'
    expect(await (await answer).json()).toMatchObject({ team: 'red', body: 'before' })
    const raw = mocks.calls()[0]?.request.raw
    expect([raw?.headers.get('x-team'), await raw?.text()]).toEqual(['red', 'before'])
  })
})
