import { expect, onTestFinished, test } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { readPage } from './pages.ts'

test('the report of the README is the report of such a miss', async () => {
  const mocks = setupMocks([
    rest.get('/users', [{ id: 1 }]),
    rest.post('/users', { id: 2 }, { match: { body: { role: 'admin' } } }),
  ])
  mocks.start()
  onTestFinished(() => {
    mocks.reset({ failures: true })
    mocks.stop()
  })
  const body = JSON.stringify({ name: 'Ada', role: 'guest' })
  const headers = { 'content-type': 'application/json' }
  const error = await fetch('https://api.test/users', { method: 'POST', headers, body }).catch((thrown) => thrown)
  const [, code = '', report] = /^```js\n(.*?)^```.*?^```text\n(.*?)^```/ms.exec(readPage('README.md')) ?? []
  const line = code.split('\n').findIndex((text) => text.includes("rest.post('/users'")) + 1
  expect(error.message.replace(/test\/docs\/readme\.test\.ts:\d+/, `test/users.test.js:${line}`)).toBe(report?.trim())
})

test('the README starts the mocks by the same hook in each runner', () => {
  const hooks = readPage('README.md').match(/\bbefore\w+(?=\(mocks\)|: setupMocks\()/g)
  expect(hooks).toEqual(['beforeAll', 'beforeAll', 'beforeAll', 'beforeAll'])
})
