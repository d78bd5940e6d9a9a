import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'
import { edit, stepsOf } from './consumers/getting-started.mjs'
import { launchOptions } from './consumers/launch-options.mjs'
import { serveStorybook, untilListed } from './dev-server.mjs'
import { storyFinished } from './story-finished.mjs'

/* Does what the page "Getting started" says to a reader with Storybook, in a new folder, while Storybook serves it. */
const folder = 'started'

function follow(step) {
  for (const block of step) edit(folder, block)
}

/** Opens a story, and returns its text when a part of it is there. */
async function read(story, awaited) {
  await untilListed(storybook.url, `users--${story}`)
  const page = await browser.newPage()
  await page.goto(`${storybook.url}/iframe.html?id=users--${story}`)
  await page.getByText(awaited).first().waitFor({ timeout: 60_000 })
  await storyFinished(page, `users--${story}`)
  const text = await page.locator('body').innerText()
  await page.close()
  return text
}

const [, install, stub, override, miss, assertion] = stepsOf('Storybook')
for (const step of [install, stub]) follow(step)
const browser = await chromium.launch(launchOptions())
const storybook = await serveStorybook(`${folder}/.storybook`)
try {
  await read('listed', 'Remove Ada')
  follow(override)
  await read('broken', 'The server answered 503')
  follow(miss)
  const removed = await read('removed', 'No stub answers DELETE https://api.test/users/1')
  assert.match(removed, /To answer it: rest\.delete\('\/users\/1', \{\}\)/)
  follow(assertion)
  for (const story of ['removed-right', 'removed']) {
    assert.doesNotMatch(await read(story, 'Remove Ada'), /No stub answers/)
  }
  console.log('Storybook: each step does what the page says')
} finally {
  await browser.close()
  storybook.stop()
}
