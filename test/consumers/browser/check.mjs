import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'
import { serveAnswers, webSockets } from './serve-answers.mjs'

const browser = await chromium.launch(launchOptions())
const server = await preview({ preview: { port: 0 }, logLevel: 'error', plugins: [serveAnswers] })
const [url] = server.resolvedUrls.local
const page = await browser.newPage()
const requested = []
page.on('request', (request) => requested.push(request.url()))
const folded = []
const reports = []
page.on('console', (message) => {
  if (message.type() === 'error' && message.text().startsWith('No stub answers')) reports.push(message.text())
  if (message.type() === 'startGroupCollapsed') folded.push(message.text())
})
const sockets = []
page.on('websocket', (socket) => sockets.push(socket.url()))
page.on('pageerror', (error) => console.error(error))
await page.goto(url)
const results = await page.evaluate(() => window.runTests())

for (const [name, error] of Object.entries(results)) test(name, () => assert.equal(error, null))

test('only the page itself reached the network', () => {
  const others = requested.filter((one) => one !== url && !/\/(assets|real)\/|^blob:/.test(one) && one !== 'data:,')
  assert.deepEqual(others, [])
})

test('only WebSockets that pass through reached their server', () => {
  assert.notEqual(sockets.length, 0)
  assert.deepEqual(
    sockets.filter((url) => !url.startsWith(`ws://127.0.0.1:${webSockets.port}/real/`)),
    [],
  )
})

test('each answered request has a folded line on the console, an asset none', () => {
  assert.notEqual(folded.length, 0)
  assert.deepEqual(
    folded.filter((line) => !/^mynah: [A-Z]+ https?:/.test(line) || line.includes('/assets/')),
    [],
  )
})

test('each request that no stub answers is an error on the console, with its report, also if its error is caught', () => {
  assert.deepEqual(
    reports.map((report) => report.split('\n')[0].replace(/http:\/\/localhost:\d+/, 'page')),
    [
      'GET page/user',
      'GET https://api.test/user',
      // By EventSource; the second one when its own mocks had ended.
      'GET page/eventz',
      'GET page/short',
      // By sendBeacon.
      'POST page/beacn',
      'GET page/user',
      // By WebSocket.
      'GET http://api.test/mocked/none',
    ].map((line) => `No stub answers ${line}`),
  )
  assert.match(
    reports[0],
    /\n\nNearest: rest\.get\('\/users'\).*\n {2}path segment 1 {2}expected 'users'\n {18}received 'user'\n/,
  )
})

test('there is no file of a worker', () => {
  const files = readdirSync('dist', { recursive: true })
  assert.deepEqual(
    files.filter((file) => /worker|sw\.js/i.test(file)),
    [],
  )
})

await browser.close()
await server.close()
webSockets.close()
