import assert from 'node:assert/strict'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { launchOptions } from './consumers/launch-options.mjs'
import { serveStorybook } from './dev-server.mjs'
import { storyFinished } from './story-finished.mjs'

/*
 * What a developer does: Storybook is served, and files change under it. Its page is not loaded anew for that.
 */

let dev
let browser
let page
const errors = []
let loads = 0
/** Storybook itself throws it, if a file is saved again while its story is being prepared. */
const SAVED_TOO_SOON = 'cannot render when not prepared'
const EDITED = 'edited.tmp'

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
  await shown('users--default', 'Ada Lovelace')
  page.on('load', () => loads++)
})

after(async () => {
  await browser?.close()
  dev?.stop()
})

/** Waits until a story shows a text, and may be left. */
async function shown(storyId, text) {
  await page.getByText(text).first().waitFor()
  await storyFinished(page, storyId)
}

/**
 * Changes a file until a story shows that: one that is saved while the last change is still on its way may be missed by
 * Storybook. It is written in one act, since Vite may load the page anew for a file that is empty for a moment.
 */
async function edit(file, from, to, storyId, seen) {
  const text = readFileSync(file, 'utf8')
  assert.ok(text.includes(from), `${file} has no ${from}`)
  const isSeen = () =>
    page
      .getByText(seen)
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      )
  for (let attempt = 0; attempt < 5; attempt++) {
    writeFileSync(EDITED, text.replace(from, to))
    renameSync(EDITED, file)
    if (await isSeen()) return storyFinished(page, storyId)
  }
  throw new Error(`${file} has changed, and nothing of it is seen`)
}

async function open(storyId, text) {
  await page.evaluate((id) => {
    window.__STORYBOOK_PREVIEW__.channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
  }, storyId)
  await shown(storyId, text)
}

const started = () => page.evaluate(() => globalThis[Symbol.for('mynah.shared.2')].share().started.length)

test('a story that changes has its new answer, in one interception', async () => {
  // The story's play function waits for the first of them.
  const override = (name) =>
    ` parameters: { mynah: { routes: [rest.get('/api/users', [{ id: 1, name: 'Ada Lovelace' }, { id: 2, name: '${name}' }])] } },`
  const editStory = (from, to, seen) => edit('src/Users.stories.tsx', from, to, 'users--default', seen)
  await editStory('Default: Story = {', `Default: Story = {${override('Edited')}`, 'Edited')
  await editStory(`'Edited'`, `'Edited again'`, 'Edited again')
  assert.equal(await started(), 1)
  await editStory(override('Edited again'), '', 'Grace Hopper')
})

test('mocks that change are started anew, in one interception, and stories override them', async () => {
  const name = 'Katherine G. Johnson'
  await edit('.storybook/mocks.ts', 'Katherine Johnson', name, 'users--default', name)
  assert.equal(await started(), 1)
  await open('users--empty', 'Nobody is here yet.')
  await open('users--default', name)
})

test('a missing stub that is added while its report is shown is there', async () => {
  const unmatched = 'journal--unmatched'
  await open(unmatched, 'No stub answers GET')
  const added = "setupMocks([rest.get('/api/groups', []), "
  await edit('.storybook/mocks.ts', 'setupMocks([', added, unmatched, 'It asks for what no stub has.')
  assert.equal(await started(), 1)
  await open('users--default', 'Grace Hopper')
})

test('the page was hardly ever loaded anew, and never threw', async () => {
  // Storybook itself loads it if a change arrives twice, and the story does not end its hooks in three tasks.
  assert.ok(loads < 2, `the page was loaded ${loads} times`)
  assert.deepEqual(
    errors.filter((message) => message !== SAVED_TOO_SOON),
    [],
  )
})
