import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'

const USERS = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson']

let url
let browser
let server
let page
const errors = []
const requested = []

before(async () => {
  browser = await chromium.launch(launchOptions())
  server = await preview({ configFile: false, build: { outDir: 'storybook-static' }, preview: { port: 0 } })
  url = server.resolvedUrls.local[0]
  page = await browser.newPage({ viewport: { width: 1000, height: 700 } })
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(`${url}?path=/story/journal--shown`)
  await canvas().getByText('The journal').waitFor()
  await page.locator('#users').click()
})

after(async () => {
  await browser?.close()
  await server?.close()
})

const canvas = () => page.frameLocator('#storybook-preview-iframe')
const inPreview = (fn, value) => page.frame({ name: 'storybook-preview-iframe' }).evaluate(fn, value)

/** Opens a story as a user does, which leaves the page of the preview as it is. */
async function open(story) {
  await page.locator(`#${story}`).click()
}

/** Keeps what is seen, for who wants to look at it: `SCREENSHOTS=/some/folder node check.mjs`. */
async function look(name) {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

async function listed(count) {
  await canvas()
    .getByRole('listitem')
    .nth(count - 1)
    .waitFor()
  return canvas().getByRole('listitem').allTextContents()
}

test('default: users are listed', async () => {
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
  await look('default')
})

test('A → B → A: no story leaks into the next, on one page', async () => {
  await inPreview(() => {
    window.samePage = true
  })
  for (let round = 0; round < 3; round++) {
    await open('users--empty')
    await canvas().getByText('Nobody is here yet.').waitFor()
    await look('empty')
    await open('users--default')
    assert.deepEqual(await listed(3), USERS)
    await open('users--broken')
    await canvas().getByText('The server said 500').waitFor()
    await look('broken')
    await open('users--default')
    assert.deepEqual(await listed(3), USERS)
  }
  assert.equal(await inPreview(() => window.samePage), true)
})

test('a slow answer comes', async () => {
  await open('users--slow')
  await canvas().getByText('Loading…').waitFor()
  await look('slow')
  assert.deepEqual(await listed(3), USERS)
})

test('an answer that never comes is aborted when its story is left', async () => {
  await inPreview(() => {
    window.signals = []
    window.mocks.on('request', ({ request }) => window.signals.push(request.signal))
  })
  await open('users--loading')
  await canvas().getByText('Loading…').waitFor()
  await inPreview(() => new Promise((resolve) => setTimeout(resolve, 300)))
  assert.deepEqual(await inPreview(() => window.signals.map(({ aborted }) => aborted)), [false])
  await open('users--empty')
  await canvas().getByText('Nobody is here yet.').waitFor()
  assert.deepEqual(await inPreview(() => window.signals.map(({ aborted }) => aborted)), [true, false])
  assert.equal(await inPreview(() => window.samePage), true)
})

test('so it is where nobody gives the request up', async () => {
  await open('journal--unattended')
  await canvas().getByText('It waits for good.').waitFor()
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
  const [name, message] = await inPreview(() => [window.lost.name, window.lost.message])
  assert.equal(name, 'AbortError')
  assert.match(
    message,
    /^The override was undone before the request was answered: GET http:.*\/api\/users, taken by rest\.get/,
  )
})

test('a story starts with an empty journal', async () => {
  await open('users--default')
  await listed(3)
  assert.equal(await inPreview(() => window.mocks.calls().length), 1)
})

test('an unmatched request shows its report in place of the story, and the next story is well', async () => {
  await open('journal--unmatched')
  await canvas().getByText('No stub answers GET').first().waitFor()
  await look('unmatched')
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
})

test("assertions on mocks, by Storybook's own expect", async () => {
  await open('journal--asserted')
  await canvas().getByText("expect(mocks).toHaveRequested('POST /api/users')").first().waitFor()
  const message = await canvas().locator('#asserted').textContent()
  assert.match(message, /method\s+expected POST\s+received GET/)
  assert.match(message, /Arrived: GET \/api\/users/)
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
})

test('on a docs page each story has its own answers', async () => {
  await open('users--docs')
  const seen = (story) => canvas().frameLocator(`iframe[src*="users--${story}"]`).first()
  const expected = { empty: 'Nobody is here yet.', broken: 'The server said 500', slow: 'Katherine Johnson' }
  for (const [story, text] of Object.entries(expected)) await seen(story).getByText(text).waitFor()
  await seen('default').getByText('Katherine Johnson').waitFor()
  await seen('loading').getByText('Loading…').waitFor()
  await look('docs')
})

test('no request reached the network, and no page threw', () => {
  assert.deepEqual(
    requested.filter((path) => path.startsWith('/api')),
    [],
  )
  assert.deepEqual(errors, [])
})

test('there is no worker, and no file of one', async () => {
  assert.equal(await inPreview(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length)), 0)
  const files = readdirSync('storybook-static', { recursive: true })
  assert.deepEqual(
    files.filter((file) => /worker/i.test(file)),
    [],
  )
})
