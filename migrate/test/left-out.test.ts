import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

test('the client that only the adapter was given is not imported any more', () => {
  const { text } =
    rewrite(`import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'
import { load } from './load.js'

const mock = new MockAdapter(axios)

test('a', async () => {
  mock.onGet('/a').reply(200)
  await load()
})
`) ?? {}
  expect(text).not.toContain('axios')
})

test('a try whose finally has lost its statements is none', () => {
  const code = (end: string) => `import nock from 'nock'

test('a', async () => {
  try {
    await load()
    await save()
  }${end} finally {
    nock.cleanAll()
    nock.restore()
  }
})
`
  const inHook = (end: string) =>
    code(end).replace("test('a'", "test('b', () => {})\nafterEach(").replace('afterEach(, ', 'afterEach(')
  expect(rewrite(inHook(''))?.text).toContain('afterEach(async () => {\n  await load()\n  await save()\n})\n')
  expect(rewrite(inHook(' catch {\n    log()\n  }'))?.text).toContain('} catch {\n    log()\n  }\n})\n')
})
