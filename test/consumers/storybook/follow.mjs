import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { edit, stepsOf } from './consumers/getting-started.mjs'
import { launchOptions } from './consumers/launch-options.mjs'

/* Does what the page "Getting started" says to a reader with Storybook, in a new folder. */
const folder = 'started'

function follow(step) {
  for (const block of step) edit(folder, block)
}

/** Builds the Storybook, and returns the text of each story. */
async function read(browser, stories) {
  const args = ['storybook', 'build', '-c', `${folder}/.storybook`, '-o', `${folder}/out`]
  execFileSync('npx', [...args, '--disable-telemetry', '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const server = await preview({ configFile: false, build: { outDir: `${folder}/out` }, preview: { port: 0 } })
  const texts = {}
  for (const [story, awaited] of Object.entries(stories)) {
    const page = await browser.newPage()
    await page.goto(`${server.resolvedUrls.local[0]}iframe.html?id=users--${story}`)
    await page.getByText(awaited).first().waitFor({ timeout: 60_000 })
    texts[story] = await page.locator('body').innerText()
    await page.close()
  }
  await server.close()
  return texts
}

const [, install, stub, override, miss, assertion] = stepsOf('Storybook')
const browser = await chromium.launch(launchOptions())
for (const step of [install, stub, override, miss]) follow(step)
const { removed } = await read(browser, {
  listed: 'Remove Ada',
  broken: 'The server answered 503',
  removed: 'No stub answers DELETE https://api.test/users/1',
})
assert.match(removed, /To answer it: rest\.delete\('\/users\/1', \{\}\)/)
follow(assertion)
const after = await read(browser, { removed: 'Remove Ada', 'removed-right': 'Remove Ada' })
for (const text of Object.values(after)) assert.doesNotMatch(text, /No stub answers/)
await browser.close()
console.log('Storybook: each step does what the page says')
