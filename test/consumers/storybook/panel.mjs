import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'

let url
let browser
let server
let page
/** Its cache has the files of the manager after the first page. */
let context

before(async () => {
  browser = await chromium.launch(launchOptions())
  context = await browser.newContext({
    viewport: { width: 1000, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  server = await preview({ configFile: false, build: { outDir: 'storybook-static' }, preview: { port: 0 } })
  url = server.resolvedUrls.local[0]
})

/** Opens a new manager, which has no choices. */
beforeEach(async () => {
  await page?.close()
  page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await open('some')
})

after(async () => {
  await browser?.close()
  await server?.close()
})

async function open(story) {
  await page.goto(`${url}?path=/story/requests--${story}`)
  await tab().click()
}

/** The path of the request that no stub answers. */
const MISSED = /\/api\/user\b(?!s)/
const inPreview = (fn) => page.frame({ name: 'storybook-preview-iframe' }).evaluate(fn)
const tab = () => page.getByRole('tab', { name: /Requests/ })
const rows = () => page.getByRole('list', { name: 'Calls' }).getByRole('listitem')
/** The last request of a path: Storybook may render a story twice while its variant changes, and the first request is aborted. */
const row = (path) => rows().getByRole('button', { name: path }).last()
const choice = (group, name) => page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true })

/** Waits until a row has a text, and returns all of its text. */
async function rowWith(path, text) {
  const found = row(path).filter({ hasText: text })
  await found.waitFor()
  return found.innerText()
}

/** Waits until the last request of the story `some` has its outcome. */
const settled = () => rowWith(MISSED, 'miss')

test('the rows equal mocks.calls(), and the tab counts calls and misses', async () => {
  await settled()
  const calls = await inPreview(() =>
    window.mocks
      .calls()
      .map(({ request, response, outcome }) => [
        request.method,
        response ? String(response.status) : outcome === 'unmatched' ? 'miss' : outcome,
        new URL(request.url).pathname,
      ]),
  )
  const shown = await rows().getByRole('button').allInnerTexts()
  assert.deepEqual(
    shown
      .map((text) => text.split('\n').slice(0, 3))
      .map(([method, result, path]) => [method, result, path.split('?')[0]]),
    calls,
  )
  await tab().filter({ hasText: '1 missed' }).waitFor()
  assert.deepEqual((await tab().innerText()).split(/\s+/), ['Requests', '3', '1', 'missed'])
  await page.getByRole('status').filter({ hasText: '3 calls, 1 miss' }).waitFor()
})

test('no calls, and 200', async () => {
  await open('none')
  await page.getByText('No requests yet').waitFor()
  await open('many')
  await rows().nth(199).waitFor()
  assert.equal(await rows().count(), 200)
})

test('a row unfolds by the keyboard, and has no secrets', async () => {
  await row('/api/items/1').focus()
  await page.keyboard.press('Enter')
  const body = page.getByRole('group', { name: 'Response' })
  await body.getByText('"(hidden)"').waitFor()
  await page.keyboard.press('Enter')
  await body.waitFor({ state: 'detached' })
})

test('an unfolded WebSocket shows its messages as they come', async () => {
  await open('chat')
  await row('/chat').click()
  const messages = page.getByRole('group', { name: 'Messages' })
  await messages.getByText('hello').nth(1).waitFor()
  await inPreview(() => window.chat.send(new Uint8Array([255])))
  await messages.getByText('base64 /w==').nth(1).waitFor()
  assert.deepEqual(await messages.getByRole('term').allInnerTexts(), ['client', 'mock', 'client', 'mock'])
  assert.deepEqual(await messages.getByRole('definition').allInnerTexts(), [
    ...['hello', 'hello'],
    ...['base64 /w==', 'base64 /w=='],
  ])
})

test('a miss shows its report, and copies the line that answers it', async () => {
  await row(MISSED).click()
  await page.getByText(/^No stub answers GET .*\/api\/user/).waitFor()
  await page.getByRole('button', { name: 'Copy the line that answers it' }).press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "rest.get('/api/user', {})")
})

test('each choice answers its route', async () => {
  for (const [name, text] of [
    ['404', '404'],
    ['500', '500'],
    ['Network error', 'network error'],
    ['No answer', 'pending'],
    ['+300 ms', '200'],
    ['+1 s', '200'],
    ['+3 s', '200'],
    ['As declared', '200'],
  ]) {
    await choice('GET /api/users', name).check()
    await rowWith('/api/users', text)
  }
})

test('the arrow keys choose, and the focus stays', async () => {
  await choice('GET /api/users', 'As declared').focus()
  await page.keyboard.press('ArrowRight')
  await rowWith('/api/users', 'chosen here: 404')
  assert.equal(await page.evaluate(() => document.activeElement.value), '404')
})

/** The first words of the focused button, or of the group of the focused radio. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document
    return (activeElement.closest('fieldset') ?? activeElement).innerText.split('\n').slice(0, 3).join(' ')
  })

test('Tab goes from the variants to the answers, the calls, and what an unfolded call shows', async () => {
  await settled()
  await row('/api/items/1').click()
  await page.getByRole('group', { name: 'Response' }).waitFor()
  await tab().focus()
  const order = []
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    order.push(await focused())
  }
  assert.deepEqual(
    order.map((text) => text.replace(/\?.*/, '')),
    [
      'Variant None broken',
      'GET /api/users As declared 404',
      'GET /api/items/:id As declared 404',
      'GET 200 /api/users',
      'GET 200 /api/items/1',
      '{   "id": "1",   "token": "(hidden)"',
      'Copy',
      'GET miss /api/user',
    ],
  )
})

test('a call that arrives leaves the focus where it is', async () => {
  await settled()
  await row('/api/items/1').focus()
  const before = await focused()
  await inPreview(() => fetch('/api/late').catch(() => {}))
  await rows().nth(3).waitFor()
  assert.equal(await focused(), before)
})

test('a choice stands in the next story and after a reload of the preview, and not in the URL', async () => {
  await choice('GET /api/users', '404').check()
  await rowWith('/api/users', 'chosen here: 404')
  await page.locator('#requests--other').click()
  await rowWith('/api/users', 'chosen here: 404')
  await inPreview(() => location.reload())
  await rowWith('/api/users', 'chosen here: 404')
  assert.doesNotMatch(page.url(), /404/)
  await page.getByRole('button', { name: 'Answer all as declared' }).click()
  await rowWith('/api/users', '200')
})

test('a variant is chosen by one click, and is in the URL', async () => {
  // Not `check`: the radio changes when the preview has taken the variant.
  await choice('Variant', 'broken').click()
  await rowWith('/api/users', '500')
  assert.match(page.url(), /globals=mynah\.variant:broken/)
  await choice('Variant', 'None').click()
  await rowWith('/api/users', '200')
})

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

async function violations() {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() => globalThis.axe.run('[role=tabpanel]'))
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })))
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 1280],
  ['light', 640],
]) {
  test(`axe finds nothing wrong in the panel, ${colorScheme}, ${width} px`, async () => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await open('some')
    await settled()
    for (const row of await rows().all()) await row.getByRole('button').first().click()
    assert.equal(await rows().getByRole('button', { expanded: true }).count(), 3)
    assert.deepEqual(await violations(), [])
    await open('none')
    await page.getByText('No requests yet').waitFor()
    assert.deepEqual(await violations(), [])
  })
}

test('axe finds nothing wrong in the panel with 200 calls', async () => {
  await open('many')
  await rows().nth(199).waitFor()
  assert.deepEqual(await violations(), [])
})

// For the guide: `PICTURES=docs/guide node panel.mjs`.
for (const colorScheme of ['light', 'dark']) {
  test(`the report of a miss is in sight, ${colorScheme}`, async () => {
    await page.emulateMedia({ colorScheme })
    await open('some')
    await row(MISSED).click()
    const report = page.getByText(/^No stub answers GET .*\/api\/user/)
    await report.scrollIntoViewIfNeeded()
    const { x, y } = await page.getByRole('tabpanel').boundingBox()
    const clip = { x, y: y - 40, width: 1000 - x, height: 940 - y }
    const folder = process.env.PICTURES
    if (folder) await page.screenshot({ path: `${folder}/storybook-panel-${colorScheme}.png`, clip })
    assert.ok(await report.isVisible())
  })
}

/** Opens a story, and returns the number of characters by which the manager receives it. */
async function preparedSize(story) {
  await page.goto(`${url}?path=/story/addon--${story}`)
  return page.waitForFunction(() => window.preparedSize).then((handle) => handle.jsonValue())
}

test('a payload of 1 MB adds less than 1 kB to what the manager receives of its story', async () => {
  await page.addInitScript(() => {
    window.addEventListener('message', ({ data }) => {
      if (String(data).includes('"type":"storyPrepared"')) window.preparedSize = data.length
    })
  })
  const [plain, large] = [await preparedSize('of-the-meta'), await preparedSize('large')]
  assert.ok(large - plain < 1000, `${plain} and ${large} characters`)
})
