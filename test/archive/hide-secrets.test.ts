import { describe, expect, test } from 'vitest'
import { hideInUrl } from '../../src/archive/hide-in-text.ts'
import { hideSecrets } from '../../src/archive/hide-secrets.ts'
import type { HarEntry, HarParam } from '../../src/entries/har.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

interface Parts {
  readonly url?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly mimeType?: string
  readonly text?: string
  readonly _encoding?: 'base64'
  readonly params?: readonly HarParam[]
  readonly answer?: string
  readonly answerType?: string
}

/** Returns an entry with these parts after its secrets are hidden. */
function hidden({ url = 'https://api.test/', headers = [], mimeType = '', answer, answerType = '', ...body }: Parts) {
  const named = headers.map(([name, value]) => ({ name, value }))
  const content = { size: 0, mimeType: answerType, ...(answer !== undefined && { text: answer }) }
  const entry = {
    request: { url, headers: named, cookies: [], queryString: [], postData: { mimeType, ...body } },
    response: { headers: named, cookies: [], content, redirectURL: '' },
  } as unknown as HarEntry
  const { request, response } = hideSecrets(entry)
  return {
    url: request.url,
    headers: request.headers.map(({ name, value }) => [name, value]),
    text: request.postData?.text,
    params: request.postData?.params,
    answer: response.content.text,
    size: response.content.size,
  }
}

describe('headers', () => {
  test.each<[name: string, value: string, seen: string]>([
    ['Authorization', 'Bearer abc', '(hidden)'],
    ['Cookie', 'sid=abc; theme=dark', 'sid=(hidden); theme=(hidden)'],
    ['Set-Cookie', 'sid=abc; Path=/; HttpOnly', 'sid=(hidden); Path=/; HttpOnly'],
    ['X-Api-Key', 'abc', '(hidden)'],
    ['X-Anything', JWT, '(hidden)'],
    ['Location', '/next?token=abc&page=2#access_token=def', '/next?token=(hidden)&page=2#access_token=(hidden)'],
    ['Referer', 'https://ada:pw@api.test/', 'https://api.test/'],
    ['Link', '</users?page=2&token=abc>; rel="next"', '</users?page=2&token=(hidden)>; rel="next"'],
    ['Refresh', '0; url=https://api.test/?sid=abc', '0; url=https://api.test/?sid=(hidden)'],
    ['X-Context', '{"token":"abc"}', '{"token":"(hidden)"}'],
    ['Cookie', 'nameless; a=1', '(hidden); a=(hidden)'],
    ['Set-Cookie', 'nameless; Secure', '(hidden); Secure'],
    ['Author', 'Ada', 'Ada'],
    ['X-Api-Key', '', ''],
  ])('%s: %s', (name, value, seen) => {
    expect(hidden({ headers: [[name, value]] }).headers).toEqual([[name, seen]])
  })
})

describe('URLs', () => {
  test.each<[url: string, seen: string]>([
    ['https://api.test/?api_key=abc&q=1', 'https://api.test/?api_key=(hidden)&q=1'],
    ['https://api.test/?a=100%&q=+', 'https://api.test/?a=100%&q=+'],
    [`https://api.test/?q=${JWT}`, 'https://api.test/?q=(hidden)'],
    [
      `https://api.test/?q=${encodeURIComponent('{"token":"abc","n":1}')}`,
      'https://api.test/?q=%7B%22token%22%3A%22(hidden)%22%2C%22n%22%3A1%7D',
    ],
    ['https://ada:pw@api.test/a@b', 'https://api.test/a@b'],
    [
      'https://api.test/?X-Amz-Credential=abc&X-Amz-Signature=def&X-Amz-Expires=60',
      'https://api.test/?X-Amz-Credential=(hidden)&X-Amz-Signature=(hidden)&X-Amz-Expires=60',
    ],
    [
      `https://api.test/?next=${encodeURIComponent('https://ada:pw@b.test/?token=abc')}`,
      'https://api.test/?next=https%3A%2F%2F(hidden)%40b.test%2F%3Ftoken%3D(hidden)',
    ],
  ])('%s', (url, seen) => {
    expect(hideInUrl(url)).toBe(seen)
  })
})

describe('bodies', () => {
  test.each<[what: string, type: string, text: string, seen: string]>([
    ['JSON', 'application/json', '{"password":"abc","name":"Ada"}', '{"password":"(hidden)","name":"Ada"}'],
    ['JSON as it was laid out', 'application/json', '{\n  "pin": 1234\n}', '{\n  "pin": "(hidden)"\n}'],
    [
      'JSON, all of whose rest stays',
      'application/json',
      '{ "id":12345678901234567890, "pin":"a" , "x":1.0}',
      '{ "id":12345678901234567890, "pin":"(hidden)" , "x":1.0}',
    ],
    ['JSON behind a byte order mark', 'application/json', '\ufeff{"token":"abc"}', '\ufeff{"token":"(hidden)"}'],
    [
      'quotes and backslashes',
      'application/json',
      '["\\\\",{"a\\"b":"\\\\\\"","token":"\\"abc\\\\"}]',
      '["\\\\",{"a\\"b":"\\\\\\"","token":"(hidden)"}]',
    ],
    [
      'lists of lists',
      'application/json',
      '{"tokens":[1,"a"],"token":[["abc",2,true],{"n":1}],"n":[-1.5e3]}',
      '{"tokens":[1,"a"],"token":[["(hidden)","(hidden)",true],{"n":1}],"n":[-1.5e3]}',
    ],
    [
      'a URL in JSON',
      'application/json',
      '{"next":"see https://ada:pw@api.test/?page=2&sig=abc, or not"}',
      '{"next":"see https://(hidden)@api.test/?page=2&sig=(hidden) or not"}',
    ],
    [
      'events',
      'text/event-stream',
      'event: a\ndata: {"token":"abc"}\n\ndata: token\n',
      'event: a\ndata: {"token":"(hidden)"}\n\ndata: token\n',
    ],
    ['invalid JSON', 'application/json', '{"password":', '{"password":'],
    ['JSON of another type', 'text/plain', '[{"token":"abc"}]', '[{"token":"(hidden)"}]'],
    [
      'all within a secret',
      'application/json',
      '{"credentials":{"user":"ada","n":1,"list":["a"]},"ok":true}',
      '{"credentials":{"user":"(hidden)","n":"(hidden)","list":["(hidden)"]},"ok":true}',
    ],
    [
      'JSON within JSON',
      'application/json',
      '{"message":"{\\"token\\":\\"abc\\"}"}',
      '{"message":"{\\"token\\":\\"(hidden)\\"}"}',
    ],
    ['lines of JSON', 'application/x-ndjson', '{"token":"a"}\n{"n":1}', '{"token":"(hidden)"}\n{"n":1}'],
    ['a form', 'application/x-www-form-urlencoded', 'user=ada&password=abc', 'user=ada&password=(hidden)'],
    ['a form without its type', 'text/plain;charset=UTF-8', 'client_secret=abc&a=1', 'client_secret=(hidden)&a=1'],
    ['a text', 'text/plain', 'a token of thanks', 'a token of thanks'],
  ])('%s', (_what, mimeType, text, seen) => {
    expect(hidden({ mimeType, text }).text).toBe(seen)
    expect(hidden({ answerType: mimeType, answer: text })).toMatchObject({
      answer: seen,
      size: seen === text ? 0 : new TextEncoder().encode(seen).byteLength,
    })
  })

  test('that are not UTF-8 become UTF-8 if they have secrets', () => {
    const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
    const type = 'application/json; charset=iso-8859-1'
    const postData = (text: string) => ({ mimeType: type, text: base64(text), _encoding: 'base64' }) as const
    expect(hidden({ ...postData('{"name":"é","token":"abc"}') })).toMatchObject({
      text: '{"name":"é","token":"(hidden)"}',
    })
    expect(hidden({ ...postData('{"name":"é"}') })).toMatchObject({ text: base64('{"name":"é"}') })
  })

  test('of bytes are not searched', () => {
    const text = Buffer.from('{"token":"abc"}').toString('base64')
    expect(hidden({ mimeType: 'image/png', text, _encoding: 'base64' }).text).toBe(text)
  })

  test('of more than a regular expression can hold are searched', () => {
    const long = 'x'.repeat(12_000_000)
    expect(hidden({ answerType: 'application/json', answer: `{"a":"${long}","token":"abc"}` }).answer).toBe(
      `{"a":"${long}","token":"(hidden)"}`,
    )
  })

  test('nested deeper than a function can call itself are searched', () => {
    const nested = (value: string) => `${'['.repeat(5000)}{"token":${value}}${']'.repeat(5000)}`
    expect(hidden({ answerType: 'application/json', answer: nested('"abc"') }).answer).toBe(nested('"(hidden)"'))
  })

  test('fields of a form, of which a file has no value', () => {
    const params = [
      { name: 'password', value: 'abc' },
      { name: 'file', fileName: 'a.txt' },
      { name: 'note', value: '{"token":"abc"}' },
    ]
    expect(hidden({ params }).params).toEqual([
      { name: 'password', value: '(hidden)' },
      { name: 'file', fileName: 'a.txt' },
      { name: 'note', value: '{"token":"(hidden)"}' },
    ])
  })
})
