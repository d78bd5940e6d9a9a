import { expect, onTestFinished, test, vi } from 'vitest'
import { absoluteUrl } from '../../src/request/absolute-url.ts'

const BASE = 'http://api.test/v1/'

/** Platforms, and the URL by which they make `users` absolute. */
const platforms: readonly { title: string; globals: Readonly<Record<string, unknown>>; url: string }[] = [
  { title: 'Node', globals: {}, url: 'http://api.test/v1/users' },
  {
    title: 'a page',
    globals: { document: { baseURI: 'http://page.test/app/' }, location: { href: 'http://page.test/other/' } },
    url: 'http://page.test/app/users',
  },
  {
    title: 'a worker, which has no document',
    globals: { location: { href: 'http://page.test/w.js' } },
    url: 'http://page.test/users',
  },
  { title: 'a page of a blob: URL', globals: { location: { href: 'blob:null/1' } }, url: 'http://api.test/v1/users' },
]

test.each(platforms)('$title', ({ globals, url }) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  expect(absoluteUrl('users', BASE)).toBe(url)
})
