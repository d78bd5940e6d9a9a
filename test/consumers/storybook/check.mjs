import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'
import { storyFinished } from './story-finished.mjs'

const USERS = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson']

let url
let browser
let server
let page
const errors = []
const requested = []
/** What was written on the consoles of all frames: `[type, text]`. */
const printed = []

before(async () => {
  browser = await chromium.launch(launchOptions())
  server = await preview({ configFile: false, build: { outDir: 'storybook-static' }, preview: { port: 0 } })
  url = server.resolvedUrls.local[0]
  page = await browser.newPage({ viewport: { width: 1000, height: 700 } })
  // Only a page that hangs takes this long: on a busy machine a story may take many seconds.
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => printed.push([message.type(), message.text()]))
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(`${url}iframe.html?id=journal--shown&viewMode=story`)
  await page.getByText('The journal').waitFor()
  await storyFinished(page, 'journal--shown')
})

after(async () => {
  await browser?.close()
  await server?.close()
})

/** Opens a story or a docs page as a click in the sidebar does, which leaves the page of the preview as it is. To draw the sidebar takes seconds. */
async function open(story) {
  const viewMode = story.endsWith('--docs') ? 'docs' : 'story'
  await page.evaluate((message) => window.__STORYBOOK_PREVIEW__.channel.emit('setCurrentStory', message), {
    storyId: story,
    viewMode,
  })
  if (viewMode === 'story') await storyFinished(page, story)
}

/** Keeps what is seen, for who wants to look at it: `SCREENSHOTS=/some/folder node check.mjs`. */
async function look(name) {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

async function listed(count) {
  await page
    .getByRole('listitem')
    .nth(count - 1)
    .waitFor()
  return page.getByRole('listitem').allTextContents()
}

test('default: users are listed', async () => {
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
  await look('default')
})

test('A → B → A: no story leaks into the next, on one page', async () => {
  await page.evaluate(() => {
    window.samePage = true
  })
  for (let round = 0; round < 3; round++) {
    await open('users--empty')
    await page.getByText('Nobody is here yet.').waitFor()
    await look('empty')
    await open('users--default')
    assert.deepEqual(await listed(3), USERS)
    await open('users--broken')
    await page.getByText('The server said 500').waitFor()
    await look('broken')
    await open('users--default')
    assert.deepEqual(await listed(3), USERS)
  }
  assert.equal(await page.evaluate(() => window.samePage), true)
})

test('a slow answer comes', async () => {
  await open('users--slow')
  await look('slow')
  assert.deepEqual(await listed(3), USERS)
})

test('an answer that never comes is aborted when its story is left', async () => {
  await page.evaluate(() => {
    window.signals = []
    window.mocks.on('request', ({ request }) => window.signals.push(request.signal))
  })
  await open('users--loading')
  await page.getByText('Loading…').waitFor()
  assert.deepEqual(await page.evaluate(() => window.signals.map(({ aborted }) => aborted)), [false])
  await open('users--empty')
  await page.getByText('Nobody is here yet.').waitFor()
  assert.deepEqual(await page.evaluate(() => window.signals.map(({ aborted }) => aborted)), [true, false])
  assert.equal(await page.evaluate(() => window.samePage), true)
})

test('so it is where nobody gives the request up', async () => {
  await open('journal--unattended')
  await page.getByText('It waits for good.').waitFor()
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
  const [name, message] = await page.evaluate(() => [window.lost.name, window.lost.message])
  assert.equal(name, 'AbortError')
  assert.match(
    message,
    /^The override was undone before the request was answered: GET http:.*\/api\/users, taken by rest\.get/,
  )
})

test('a story starts with an empty journal', async () => {
  await open('users--default')
  await listed(3)
  assert.equal(await page.evaluate(() => window.mocks.calls().length), 1)
})

test('an unmatched request shows its report in place of the story, and the next story is well', async () => {
  await open('journal--unmatched')
  await page.getByText('No stub answers GET').first().waitFor()
  await look('unmatched')
  const reports = printed.filter(([type, text]) => type === 'error' && text.startsWith('No stub answers GET'))
  assert.equal(reports.length, 1)
  assert.match(reports[0][1], /^No stub answers GET http:.*\/api\/groups\n\nNearest: rest\.get\('\/api\/users'\)/)
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
})

test("assertions on mocks, by Storybook's own expect", async () => {
  await open('journal--asserted')
  await page.getByText("expect(mocks).toHaveRequested('POST /api/users')").first().waitFor()
  const message = await page.locator('#asserted').textContent()
  assert.match(message, /method\s+expected POST\s+received GET/)
  assert.match(message, /Arrived: GET \/api\/users/)
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
})

test('a login stores its cookie, and the next request sends it', async () => {
  for (const [story, text] of [
    ['logged-in', 'Hello, Ada'],
    ['wrong-password', 'Please log in'],
    ['logged-in', 'Hello, Ada'],
  ]) {
    await open(`login--${story}`)
    await page.getByText(text, { exact: true }).waitFor()
  }
  assert.equal(await page.evaluate(() => document.cookie), 'session=abc')
  await look('login')
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
})

test('stubs of an OpenAPI document answer, and what breaks its contract is shown in place of the story', async () => {
  await open('contract--example')
  assert.deepEqual(await listed(1), ['Mary Somerville'])
  await open('contract--own')
  await page.getByText('Emmy Noether').waitFor()
  await open('contract--wrong-payload')
  await page.getByText("[0].id  expected integer  received '8'").first().waitFor()
  await look('contract')
  await open('contract--wrong-request')
  await page.getByText('GET /api/users breaks its contract (listUsers)').first().waitFor()
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
})

test('operations of GraphQL are answered by their names and variables', async () => {
  await open('operations--by-name')
  await page.getByText('Barbara McClintock').waitFor()
  await open('operations--by-variables')
  await page.getByText('Jocelyn Bell').waitFor()
  assert.deepEqual(await listed(2), ['Vera Rubin', 'Jocelyn Bell'])
  await open('users--default')
  assert.deepEqual(await listed(3), USERS)
})

test('an EventSource gets the events of its own story', async () => {
  await open('events--two')
  assert.deepEqual(await listed(2), ['message: one', 'urgent: two'])
  await open('events--other')
  await page.getByText('message: three').waitFor()
  assert.deepEqual(await listed(1), ['message: three'])
})

test('a collection remembers what a story creates, until the story is left', async () => {
  const add = () => page.getByRole('button', { name: 'Add' }).click()
  for (let round = 0; round < 2; round++) {
    await open('collection--seeded')
    await add()
    assert.deepEqual(await listed(2), ['Rosalind Franklin', 'Chien-Shiung Wu'])
    await add()
    await listed(3)
    await open('collection--emptied')
    await page.getByRole('listitem').first().waitFor({ state: 'detached' })
    await add()
    assert.deepEqual(await listed(1), ['Chien-Shiung Wu'])
  }
  await look('collection')
})

test('on a docs page each story has its own answers', async () => {
  await open('users--docs')
  const seen = (story) => page.frameLocator(`iframe[src*="users--${story}"]`).first()
  const expected = { empty: 'Nobody is here yet.', broken: 'The server said 500', slow: 'Katherine Johnson' }
  for (const [story, text] of Object.entries(expected)) await seen(story).getByText(text).waitFor()
  await seen('default').getByText('Katherine Johnson').waitFor()
  await seen('loading').getByText('Loading…').waitFor()
  await look('docs')
})

test('overrides of one route that meet on a docs page are told once, not for each story', async () => {
  const warnings = () =>
    printed.filter(([type, text]) => type === 'warning' && text.startsWith('mynah: several overrides'))
  assert.deepEqual(warnings(), [])
  await open('inline--docs')
  const text = 'The server said 403'
  await page.getByText(text).nth(3).waitFor()
  await look('inline')
  assert.equal(warnings().length, 1)
  assert.match(warnings()[0][1], /GET \/api\/users are in force on this docs page.*inline: false/s)
})

test('no request reached the network, and no page threw', () => {
  assert.deepEqual(
    requested.filter((path) => path.startsWith('/api')),
    [],
  )
  assert.deepEqual(errors, [])
})

test('there is no worker, and no file of one', async () => {
  assert.equal(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length)), 0)
  const files = readdirSync('storybook-static', { recursive: true })
  assert.deepEqual(
    files.filter((file) => /worker/i.test(file)),
    [],
  )
})
