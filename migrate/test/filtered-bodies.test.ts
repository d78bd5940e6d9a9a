import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const rewritten = (chain: string) =>
  rewrite(`import nock from 'nock'\n\ntest('a', async () => {\n  ${chain}\n})\n`, '/project/users.test.js')

test.each([
  ['a post without a body', "nock('https://api.test').filteringRequestBody((body) => '*').post('/a').reply(200)"],
  [
    'the text of each',
    "nock('https://api.test').filteringRequestBody(() => { return '*' }).post('/a', '*').reply(200)",
  ],
  [
    'a base in a variable',
    "const api = nock('https://api.test')\n  api.filteringRequestBody(() => '*').post('/a').reply(200)",
  ],
])('a filter that makes one text of each body kept what asks for none: %s', (_, chain) => {
  const { text, left } = rewritten(chain) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("{\n  mocks.use.post('https://api.test/a', undefined, { times: 1 })\n}")
})

test.each([
  ['another body than that of all', "filteringRequestBody(() => '*').post('/a', { n: 1 })", 'match: ({ text }) => …'],
  ['a filter that asserts', "filteringRequestBody((body) => { expect(body); return '*' }).post('/a')", 'as a setting'],
  ['a filter that makes two texts', "filteringRequestBody((body) => body ? 'a' : 'b').post('/a')", 'as a setting'],
])('%s stays by hand', (_, links, reason) => {
  expect(rewritten(`nock('https://api.test').${links}.reply(200)`)?.left[0]?.reason).toContain(reason)
})
