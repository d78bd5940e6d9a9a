import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

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
