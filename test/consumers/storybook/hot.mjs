import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { launchOptions } from './consumers/launch-options.mjs'
import { serveStorybook } from './dev-server.mjs'

/*
 * What a developer does: Storybook is served, and files change under it. Whether its page was loaded anew is told by a
 * mark on the window.
 */

let dev
let browser
let page
const errors = []
/** Storybook itself throws it, if a file is saved again while its story is being prepared. */
const SAVED_TOO_SOON = 'cannot render when not prepared'

before(async () => {
  browser = await chromium.launch(launchOptions())
  dev = await serveStorybook()
  page = await browser.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${dev.url}/iframe.html?id=users--default&viewMode=story`)
  await page.getByText('Ada Lovelace').waitFor()
  // The dev server loads the page once more when it has found out what to bundle.
  await page.waitForLoadState('networkidle')
  await page.getByText('Ada Lovelace').waitFor()
  await page.evaluate(() => {
    window.samePage = true
  })
})

after(async () => {
  await browser?.close()
  dev?.stop()
})

/** Changes a file until that is seen: one that is saved while the last change is still on its way may be missed by Storybook. */
async function edit(file, from, to, seen) {
  const text = readFileSync(file, 'utf8')
  assert.ok(text.includes(from), `${file} has no ${from}`)
  const isSeen = () =>
    seen.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  for (let attempt = 0; attempt < 5; attempt++) {
    writeFileSync(file, text.replace(from, to))
    if (await isSeen()) return
  }
  throw new Error(`${file} has changed, and nothing of it is seen`)
}

function open(storyId) {
  return page.evaluate((id) => {
    window.__STORYBOOK_PREVIEW__.channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
  }, storyId)
}

const started = () => page.evaluate(() => globalThis[Symbol.for('mynah.interception.1')].started.length)

test('a story that changes has its new answer, in one interception', async () => {
  // The story's play function waits for the first of them.
  const override = (name) =>
    ` parameters: { mynah: { routes: [rest.get('/api/users', [{ id: 1, name: 'Ada Lovelace' }, { id: 2, name: '${name}' }])] } },`
  const file = 'src/Users.stories.tsx'
  await edit(file, 'Default: Story = {', `Default: Story = {${override('Edited')}`, page.getByText('Edited'))
  await edit(file, `'Edited'`, `'Edited again'`, page.getByText('Edited again'))
  assert.equal(await started(), 1)
  await edit(file, override('Edited again'), '', page.getByText('Grace Hopper'))
})

test('mocks that change are started anew, in one interception, and stories override them', async () => {
  await edit('.storybook/mocks.ts', 'Katherine Johnson', 'Katherine G. Johnson', page.getByText('Katherine G. Johnson'))
  assert.equal(await started(), 1)
  await open('users--empty')
  await page.getByText('Nobody is here yet.').waitFor()
  await open('users--default')
  await page.getByText('Katherine G. Johnson').waitFor()
})

test('a missing stub that is added while its report is shown is there', async () => {
  await open('journal--unmatched')
  await page.getByText('No stub answers GET').first().waitFor()
  const added = "setupMocks([rest.get('/api/groups', []), "
  await edit('.storybook/mocks.ts', 'setupMocks([', added, page.getByText('It asks for what no stub has.'))
  assert.equal(await started(), 1)
  await open('users--default')
  await page.getByText('Grace Hopper').waitFor()
})

test('all of it was one page, which never threw', async () => {
  assert.equal(await page.evaluate(() => window.samePage), true)
  assert.deepEqual(
    errors.filter((message) => message !== SAVED_TOO_SOON),
    [],
  )
})
