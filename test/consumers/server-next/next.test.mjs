import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWithoutCookie, miss, runWorkers, startApp } from './apps.mjs'

const ENV = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'development' }
const url = await startApp('npx', ['next', 'dev', '--hostname', '127.0.0.1', '--port', '0'], ENV)

test('without the cookie nothing is mocked, before the first test and after it', async () => {
  assert.match(await askWithoutCookie(url), /<p>real<\/p>/)
  assert.deepEqual(await runWorkers(url), [])
  assert.match(await askWithoutCookie(url), /<p>real<\/p>/)
})

test('a miss fails its test, and the report names the line of the application', async () => {
  const { status, failure } = await miss(url)
  assert.equal(status, 500)
  assert.match(failure, /^(?:\d failures\n\n)?No stub answers GET http:\/\/127\.0\.0\.1:\d+\/users/)
  assert.match(failure, /The application's server sent this request, at app\/page\.js:4/)
})
