import { expect, test } from 'vitest'
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
