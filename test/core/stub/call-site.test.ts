import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callSiteOf } from '../../../src/core/stub/call-site.ts'
import { defineStub } from '../../../src/core/stub/define-stub.ts'

const places: readonly { title: string; stack: string | undefined; place: string | undefined }[] = [
  {
    title: 'V8, a file in the folder',
    stack: `Error\n    at ${process.cwd()}/test/a.test.ts:12:8`,
    place: 'test/a.test.ts:12',
  },
  { title: 'V8, a function', stack: `Error\n    at Object.<anonymous> (${process.cwd()}/a.ts:1:2)`, place: 'a.ts:1' },
  { title: 'V8, a file URL', stack: `Error\n    at file://${process.cwd()}/a.mjs:1:2`, place: 'a.mjs:1' },
  { title: 'V8, a file elsewhere', stack: 'Error\n    at /elsewhere/a.ts:1:2', place: '/elsewhere/a.ts:1' },
  { title: 'V8, a page', stack: 'Error\n    at http://localhost:6006/src/a.ts?t=1:12:3', place: 'src/a.ts' },
  {
    title: 'Firefox',
    stack: '@http://localhost:6006/src/a.ts:12:3\nmore@http://localhost:6006/b.ts:1:1',
    place: 'src/a.ts',
  },
  { title: 'Safari', stack: 'module code@http://localhost:6006/src/a.ts:12:3', place: 'src/a.ts' },
  { title: 'webpack', stack: 'Error\n    at webpack-internal:///./src/a.ts:12:3', place: './src/a.ts' },
  { title: 'a page, straight at the start', stack: 'https://a.test/src/a.ts:12:34', place: 'src/a.ts' },
  {
    title: 'a file from another origin',
    stack: 'Error\n    at /cache/https://b.test/a.ts:1:2',
    place: '/cache/https://b.test/a.ts:1',
  },
  { title: 'a place in the message', stack: 'Error: look at a.ts:1:2, please\n    at /b.ts:3:4', place: '/b.ts:3' },
  { title: 'nothing', stack: undefined, place: undefined },
  { title: 'an empty one', stack: '', place: undefined },
]

test.each(places)('the place of a stub: $title', ({ stack, place }) => {
  expect(callSiteOf(stack === undefined ? {} : { stack })).toBe(place)
})

describe.each([{ process: undefined }, { process: {} }])('without a folder, process being $process', ({ process }) => {
  beforeEach(() => {
    vi.stubGlobal('process', process)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('the place of a stub is the whole path', () => {
    expect(callSiteOf({ stack: 'Error\n    at /home/a.ts:1:2' })).toBe('/home/a.ts:1')
    expect(callSiteOf({ stack: 'Error\n    at https://a.test/undefined/a.ts:1:2' })).toBe('undefined/a.ts')
  })
})

test('a stub of which no place is known is its route alone', () => {
  expect(String(defineStub('GET', '/users', {}, undefined, {}))).toBe("rest.get('/users')")
})
