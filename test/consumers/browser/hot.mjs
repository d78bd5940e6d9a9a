import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'

const FILE = 'hot/mocks.js'

let browser
let page
let server

before(async () => {
  browser = await chromium.launch(launchOptions())
  // What is bundled beforehand is named: found out later, it would make the page load once more.
  server = await createServer({ root: 'hot', optimizeDeps: { include: ['mynah'] }, logLevel: 'error' })
  await server.listen(0)
  page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(server.resolvedUrls.local[0])
  await reloaded(1)
})

after(async () => {
  await browser?.close()
  await server?.close()
})

const reloaded = (times, options) => page.waitForFunction((times) => window.reloads?.length === times, times, options)

/** Changes the file until the page has it: one that is saved right after another change is missed by what watches it. */
async function reload(change) {
  const times = await page.evaluate(() => window.reloads.length)
  const text = change(readFileSync(FILE, 'utf8'))
  const isReloaded = () =>
    reloaded(times + 1, { timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  for (let attempt = 0; attempt < 4; attempt++) {
    writeFileSync(FILE, text)
    if (await isReloaded()) return
  }
  throw new Error(`${FILE} has changed, and the page has nothing of it`)
}

const look = () =>
  page.evaluate(async () => ({
    name: await (await fetch('/users')).json(),
    started: globalThis[Symbol.for('mynah.shared.2')].share().started.length,
    calls: window.reloads.at(-1).mocks.calls().length,
  }))

test('mocks that are hot-reloaded are one interception, and the new ones answer', async () => {
  assert.deepEqual(await look(), { name: 'Ada', started: 1, calls: 1 })
  await reload((text) => text.replace("'Ada'", "'Grace'"))
  assert.deepEqual(await look(), { name: 'Grace', started: 1, calls: 1 })
})

test('so they are where nobody ends the old ones: the new are asked first, and fetch is patched once', async () => {
  await reload((text) => text.replace('import.meta.hot.dispose(stop)', '').replace(/(?<=NAME = ).*/, "'Katherine'"))
  await reload((text) => text.replace("'Katherine'", "'Dorothy'"))
  assert.deepEqual(await look(), { name: 'Dorothy', started: 2, calls: 1 })
  const restored = await page.evaluate(() => {
    for (const { mocks } of window.reloads) mocks.stop()
    return window.fetch === window.original
  })
  assert.equal(restored, true)
})
