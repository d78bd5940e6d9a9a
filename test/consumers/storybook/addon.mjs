import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'
import { storyFinished } from './story-finished.mjs'

/* The addon in a built Storybook, in the frame of the preview. The panel has panel.mjs. */

let url
let browser
let server
let page
const errors = []

before(async () => {
  browser = await chromium.launch(launchOptions())
  server = await preview({ configFile: false, build: { outDir: 'storybook-static' }, preview: { port: 0 } })
  url = server.resolvedUrls.local[0]
  page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${url}iframe.html?id=addon--of-the-meta&viewMode=story`)
  await storyFinished(page, 'addon--of-the-meta')
  await page.evaluate(() => {
    window.samePage = true
  })
})

after(async () => {
  await browser?.close()
  await server?.close()
})

async function open(story, text) {
  await render('setCurrentStory', { storyId: `addon--${story}`, viewMode: 'story' })
  await page.getByText(text).first().waitFor()
}

/** Sends what renders a story, and waits until its hooks have run: Storybook reloads the page to leave a story that still renders. */
function render(event, message) {
  return page.evaluate(
    ([name, one]) => {
      const { channel } = window.__STORYBOOK_PREVIEW__
      return new Promise((resolve) => {
        channel.on('storyFinished', ({ storyId }) => storyId === one.storyId && resolve())
        channel.emit(name, one)
      })
    },
    [event, message],
  )
}

for (const [story, text] of [
  ['named', 'Named'],
  ['taken-away', 'Ada Lovelace'],
  ['chosen', 'The server said 500'],
  ['of-args', 'Of the args'],
  ['loaded', 'For the loader'],
  ['kept', 'Kept'],
]) {
  test(`${story}: the story has its answers, and the next one has not`, async () => {
    await open(story, text)
    await open('of-the-meta', 'Of the meta')
    assert.equal(await page.evaluate(() => window.mocks.calls().length), 1)
  })
}

test('a function of the context runs again when the story is mounted again', async () => {
  await open('of-args', 'Of the args')
  await render('updateStoryArgs', { storyId: 'addon--of-args', updatedArgs: { name: 'Of other args' } })
  await render('forceRemount', { storyId: 'addon--of-args' })
  await page.getByText('Of other args').waitFor()
})

test('the URL chooses a variant, and a story that lacks it answers as declared', async () => {
  const other = await browser.newPage()
  other.setDefaultTimeout(60_000)
  for (const [variant, text] of [
    ['broken', 'The server said 500'],
    ['lacking', 'Of the meta'],
  ]) {
    await other.goto(`${url}iframe.html?id=addon--of-the-meta&viewMode=story&globals=mynah.variant:${variant}`)
    await other.getByText(text).waitFor()
  }
  await other.close()
})

test('a request that no stub answers is reported in place of its story alone', async () => {
  await open('missed', 'No stub answers GET')
  await open('of-the-meta', 'Of the meta')
  await open('unverified', 'It asks for what no stub has.')
  await page.waitForFunction(() => window.mocks.unmatched().length === 1)
  await open('of-the-meta', 'Of the meta')
})

test('an assertion on the mocks fails with its report, which Storybook shows among the interactions', async () => {
  const failed = page.evaluate(
    () => new Promise((resolve) => window.__STORYBOOK_PREVIEW__.channel.once('playFunctionThrewException', resolve)),
  )
  await open('asserted', 'Of the meta')
  const { message } = await failed
  assert.match(message, /^expect\(mocks\)\.toHaveRequested\('POST \/api\/users', \{ body: \{ name: 'Ada' \} \}\)/)
  assert.match(message, /Arrived: GET \/api\/users/)
  await open('named', 'Named')
})

for (const [story, message] of [
  ['wrong-key', "parameters.mynah: 'rutes' is not a parameter; use routes, variants or verify"],
  ['wrong-variant', "a URL of Storybook cannot hold the name '50% off'"],
  ['no-stub', 'parameters.mynah.routes.users[0]: it takes a stub such as rest.get(…), got'],
]) {
  test(`${story} is refused in place of the story`, async () => {
    await open(story, message)
    await open('of-the-meta', 'Of the meta')
  })
}

test('all of it was one page, with one interception, which never threw', async () => {
  assert.equal(await page.evaluate(() => window.samePage), true)
  assert.equal(await page.evaluate(() => globalThis[Symbol.for('mynah.shared.2')].share().started.length), 1)
  assert.deepEqual(errors, [])
})
