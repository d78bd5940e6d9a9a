import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'
import { storyFinished } from './story-finished.mjs'

/* The built Storybooks beside the one in CSF 3: the plain preview without the addon, a project that webpack builds, and CSF Next. */

const SHOWN = {
  default: 'Katherine Johnson',
  empty: 'Nobody is here yet.',
  broken: 'The server said 500',
  slow: 'Katherine Johnson',
  loading: 'Loading…',
}

let browser
const servers = []

before(async () => {
  browser = await chromium.launch(launchOptions())
})

after(async () => {
  await browser?.close()
  await Promise.all(servers.map((server) => server.close()))
})

/** Opens a page of a built Storybook. `printed` has the warnings and errors of its console. */
async function open(outDir, path) {
  const server = await preview({ configFile: false, build: { outDir }, preview: { port: 0 } })
  servers.push(server)
  const page = await browser.newPage()
  const printed = []
  page.setDefaultTimeout(60_000)
  page.on('console', (message) => printed.push(message.text()))
  await page.goto(server.resolvedUrls.local[0] + path)
  return { page, printed }
}

/** Goes to a story as a click does, and returns what it renders once a text is there and its hooks have run. */
async function render(page, story, text) {
  const storyId = `users--${story}`
  await page.evaluate(
    (storyId) => window.__STORYBOOK_PREVIEW__.channel.emit('setCurrentStory', { storyId, viewMode: 'story' }),
    storyId,
  )
  await storyFinished(page, storyId)
  await page.getByText(text).first().waitFor()
  return page.locator('#storybook-root').innerHTML()
}

test('without the addon, an override whose undo is not returned never answers in the next story', async () => {
  const { page } = await open('plain-static', 'iframe.html?id=users--default&viewMode=story')
  for (const story of ['empty', 'broken', 'slow', 'loading']) {
    await render(page, story, SHOWN[story])
    await render(page, 'default', SHOWN.default)
  }
})

test('overrides by hand render the same as the parameters of the addon', async () => {
  const byHand = await open('plain-static', 'iframe.html?id=users--default&viewMode=story')
  const byAddon = await open('storybook-static', 'iframe.html?id=users--default&viewMode=story')
  for (const [story, text] of Object.entries(SHOWN)) {
    const rendered = await render(byHand.page, story, text)
    assert.match(rendered, /^<(ul|p)/)
    assert.equal(await render(byAddon.page, story, text), rendered)
  }
})

test('without the addon, a docs page with several stories warns, with the line to write', async () => {
  const { page, printed } = await open('plain-static', 'iframe.html?id=users--docs&viewMode=docs')
  const warnings = () => printed.filter((text) => text.startsWith('mynah: several overrides'))
  if (warnings().length === 0) {
    await page.waitForEvent('console', (message) => message.text().startsWith('mynah: several overrides'))
  }
  assert.deepEqual(warnings(), [
    `mynah: several overrides of GET /api/users are in force on this docs page, and the newest one answers all of its stories

Write  parameters: { docs: { story: { inline: false } } }  in the preview: each story then has a frame, and mocks of its own`,
  ])
})

test('built by webpack, the three lines of the guide work', async () => {
  const { page } = await open('webpack-static', '?path=/story/users--default')
  const frame = () => page.frame({ name: 'storybook-preview-iframe' })
  const story = async (name) => {
    await page.locator(`#users--${name}`).click()
    await storyFinished(frame(), `users--${name}`)
  }
  const shown = (text) => page.frameLocator('#storybook-preview-iframe').getByText(text).first().waitFor()
  await shown('Ada Lovelace')
  for (const [name, text] of [
    ['empty', 'Nobody is here yet.'],
    ['broken', 'The server said 500'],
    ['missed', 'No stub answers GET'],
  ]) {
    await story(name)
    await shown(text)
    await story('default')
    await shown('Ada Lovelace')
  }
  assert.equal(await frame().evaluate(() => globalThis[Symbol.for('mynah.shared.2')].share().started.length), 1)
  await page.getByRole('tab', { name: /^Requests/ }).click()
  await page.getByRole('button', { name: /GET.*200.*\/api\/users/s }).waitFor()
})

test('written in CSF Next and built, a story has its routes, the variant of the preview, and the panel', async () => {
  const { page } = await open('next-static', '?path=/story/built--chosen-from-the-start')
  const shown = (text) => page.frameLocator('#storybook-preview-iframe').getByText(text).first().waitFor()
  await shown('Of the start')
  await page.locator('#built--routed').click()
  await shown('Of the story')
  await page.locator('#built--declared').click()
  await shown('Katherine Johnson')
  await page.getByRole('tab', { name: /^Requests/ }).click()
  await page.getByRole('button', { name: /GET.*200.*\/api\/users/s }).waitFor()
})
