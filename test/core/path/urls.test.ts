import { expect, test } from 'vitest'
import { compilePath, httpUrl, takesAnyPath } from '../../../src/core/path/path.ts'
import { stubPath } from '../../../src/core/path/segments.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

test.each([
  ['/users', '/users'],
  ['/users/:id*', '/users/\\:id\\*'],
  [`/files/${JWT}`, '/files/:token'],
  [`/${JWT}/files/${JWT}/${JWT}/b`, '/:token/files/:token1/:token2/b'],
  [`/a(b)/${JWT}/c{d}`, '/a\\(b\\)/:token/c\\{d\\}'],
])('the path of a stub for %s', (pathname, path) => {
  expect(stubPath(pathname)).toBe(path)
})

test.each([
  ['ws://a.test/x', 'http://a.test/x'],
  ['WSS://a.test/x', 'httpS://a.test/x'],
  ['wsx://a.test/x', 'wsx://a.test/x'],
  ['xws://a.test/x', 'xws://a.test/x'],
  ['https://a.test/?url=ws://b.test', 'https://a.test/?url=ws://b.test'],
])('the URL of the request that opens %s', (url, opened) => {
  expect(httpUrl(url)).toBe(opened)
})

test.each([
  ['/*path', true],
  ['/:a/:b', true],
  ['{/a}/:b', true],
  [/a/, true],
  ['/a', false],
  ['/:a/b', false],
])('whether a path has no text of its own: %s', (path, isAny) => {
  expect(takesAnyPath(compilePath(path))).toBe(isAny)
})
