import { expect, test } from 'vitest'
import { meantSetting } from '../../../src/core/stub/meant-setting.ts'

const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'match.body': ['json', 'data', 'payload', 'form', 'formData', 'requestBody', 'text'],
  'match.queries': ['query', 'searchParams', 'search', 'qs', 'querystring', 'queryParams'],
  'match.headers': ['reqheaders', 'requestHeaders'],
  'match.cookies': ['cookie'],
  'match.params': ['pathParams'],
  'headers.content-type': ['contentType', 'type', 'mimeType'],
  delay: ['wait', 'timeout', 'latency', 'delayMs'],
  status: ['statusCode', 'code'],
  statusText: ['statusMessage', 'reasonPhrase'],
  times: ['once', 'repeat', 'limit'],
}

const rows = Object.entries(ELSEWHERE).flatMap(([place, names]) => names.map((name) => ({ name, place })))

test.each(rows)('$name of other libraries is $place', ({ name, place }) => {
  expect(meantSetting('settings', name, 'a')).toEqual({ settings: [place.split('.'), 'a'] })
})

const cases: readonly { title: string; asked: Parameters<typeof meantSetting>; meant: unknown }[] = [
  { title: 'once: true', asked: ['settings', 'once', true], meant: { settings: [['times'], 1] } },
  { title: 'once: 2', asked: ['settings', 'once', 2], meant: { settings: [['times'], 2] } },
  { title: 'delay: true', asked: ['settings', 'wait', true], meant: { settings: [['delay'], true] } },
  { title: 'a method', asked: ['settings', 'method', 'post'], meant: { method: 'POST' } },
  { title: 'a method that is none', asked: ['settings', 'method', 'fetch'], meant: undefined },
  { title: 'a method that has no text', asked: ['settings', 'method', Object.create(null)], meant: undefined },
  { title: 'a typo of a setting', asked: ['settings', 'statu', 404], meant: { settings: [['status'], 404] } },
  {
    title: 'a part beside the match',
    asked: ['settings', 'queries', {}],
    meant: { settings: [['match', 'queries'], {}] },
  },
  {
    title: 'a setting by its name, before a part',
    asked: ['settings', 'header', {}],
    meant: { settings: [['headers'], {}] },
  },
  {
    title: 'a part by its name, before a setting',
    asked: ['match', 'header', {}],
    meant: { settings: [['match', 'headers'], {}] },
  },
  { title: 'a setting within the match', asked: ['match', 'delay', 1], meant: { settings: [['delay'], 1] } },
  { title: 'a part that the match has not', asked: ['match', 'json', {}, ['variables']], meant: undefined },
  { title: 'a name like no other', asked: ['settings', 'priority', 1], meant: undefined },
]

test.each(cases)('an unknown key was meant as: $title', ({ asked, meant }) => {
  expect(meantSetting(...asked)).toEqual(meant)
})
