import { expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

/** What a server and jest-fetch-mock 4.2 answer to each file, in order. */
const MODES: Readonly<Record<string, readonly [path: string, answer: string][]>> = {
  "fetch.mockResponse('a')\n  fetch.dontMock()": [['/x', 'real']],
  "fetch.mockResponse('a')\n  await one()\n  fetch.dontMockOnce()": [
    ['/x', 'real'],
    ['/x', 'a'],
  ],
  "fetch.mockResponse('a')\n  fetch.dontMockIf(/\\/x$/)": [
    ['/x', 'real'],
    ['/y', 'a'],
  ],
  "fetch.dontMockIf(/\\/x$/, 'a')": [
    ['/x', 'real'],
    ['/y', 'a'],
  ],
  "fetch.dontMock()\n  fetch.doMock('a')": [['/x', 'a']],
  "fetch.dontMock()\n  fetch.mockOnce('a')": [
    ['/x', 'a'],
    ['/y', 'real'],
  ],
  "fetch.mockResponse('b')\n  fetch.route(/\\/x$/, 'a')": [
    ['/x', 'a'],
    ['/y', 'b'],
  ],
  "fetch.mockResponse('b')\n  fetch.routeOnce(/\\/x$/, 'a')": [
    ['/x', 'a'],
    ['/x', 'b'],
  ],
}

const HEAD = `import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import fetchMock from 'jest-fetch-mock'

const server = createServer((_, response) => response.end('real'))
await new Promise((resolve) => server.listen(0, resolve))
server.unref()
const one = async () => {}
const get = async (path) => (await fetch(\`http://127.0.0.1:\${server.address().port}\${path}\`)).text()
fetchMock.enableMocks()
`

test('what lets requests through, and routes, answer as they did', () => {
  const tests = Object.entries(MODES).map(([modes, answers], index) => {
    const checks = answers.map(([path, answer]) => `  assert.equal(await get('${path}'), '${answer}')\n`).join('')
    return `test('${index}', async () => {\n  ${modes}\n${checks}})\n`
  })
  const { text = '', left } = rewrite(HEAD + tests.join(''), '/project/users.test.mjs') ?? {}
  expect(left).toEqual([])
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})
