import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'

/* The recipe of the dev server: its three files are those of `app`. */

test('the dev server has the mocks before its page asks', async (t) => {
  const browser = await chromium.launch(launchOptions())
  t.after(() => browser.close())
  const server = await createServer({ root: 'app', optimizeDeps: { include: ['mynah'] }, logLevel: 'error' })
  t.after(() => server.close())
  await server.listen(0)
  const page = await browser.newPage()
  await page.goto(server.resolvedUrls.local[0])
  await page.getByText('Ada').waitFor({ timeout: 20_000 })
})

test('the production build has nothing of mynah', () => {
  // By the command: `createServer` has set NODE_ENV in this process, which would make the build one for development.
  const { NODE_ENV, ...env } = process.env
  execFileSync('node_modules/.bin/vite', ['build', 'app', '--logLevel', 'error'], { env, stdio: 'inherit' })
  const files = readdirSync('app/dist', { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const textOf = ({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8')
  assert.ok(files.some((file) => textOf(file).includes('/api/users')))
  const names = files.filter((file) => /mynah|No stub answers|Ada/.test(textOf(file))).map(({ name }) => name)
  assert.deepEqual(names, [])
})
