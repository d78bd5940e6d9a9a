import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'

test('a collection with a store keeps its items over a reload, until a reset', async (t) => {
  const browser = await chromium.launch(launchOptions())
  t.after(() => browser.close())
  const include = ['mynah', 'mynah/collection']
  const server = await createServer({ root: 'kept', optimizeDeps: { include }, logLevel: 'error' })
  t.after(() => server.close())
  await server.listen(0)
  const page = await browser.newPage()
  const ready = () => page.waitForFunction(() => window.mocks)
  const names = () => page.evaluate(async () => (await (await fetch('/api/users')).json()).map(({ name }) => name))
  await page.goto(server.resolvedUrls.local[0])
  await ready()
  const status = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/users', { method: 'POST', headers, body: '{"name":"Grace"}' })).status
  })
  assert.equal(status, 201)
  await page.reload()
  await ready()
  assert.deepEqual(await names(), ['Ada', 'Grace'])
  await page.evaluate(() => window.mocks.reset())
  await page.reload()
  await ready()
  assert.deepEqual(await names(), ['Ada'])
})
