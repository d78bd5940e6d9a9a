import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { askWithoutCookie, miss, runWorkers, startApp } from './apps.mjs'

const APPS = [
  { name: 'Express', file: 'express.cjs', at: 'express.cjs' },
  { name: 'Vite with server rendering', file: 'vite.mjs', at: 'vite/users.js' },
]

for (const { name, file, at } of APPS) {
  describe(name, async () => {
    const url = await startApp(process.execPath, [file])

    test('without the cookie nothing is mocked, before the first test and after it', async () => {
      const before = await askWithoutCookie(url)
      assert.match(before, /real/)
      assert.deepEqual(await runWorkers(url), [])
      assert.equal(await askWithoutCookie(url), before)
    })

    test('a miss fails its test, and the report names the line of the application', async () => {
      const { status, failure } = await miss(url)
      assert.equal(status, 500)
      assert.match(failure, /^(?:\d failures\n\n)?No stub answers GET http:\/\/127\.0\.0\.1:\d+\/users/)
      assert.match(failure, new RegExp(`The application's server sent this request, at ${at}:\\d+`))
    })
  })
}
