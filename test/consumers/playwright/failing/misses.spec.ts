import { rest } from 'mynah'
import { expect, test } from '../test.ts'

test('a miss', async ({ page }) => {
  await page.goto('/')
  await page.evaluate("fetch('/api/user').catch(() => {})")
})

test('two misses', async ({ page }) => {
  await page.goto('/')
  await page.evaluate("fetch('/api/user').catch(() => {})")
  await page.evaluate("fetch('/api/teams').catch(() => {})")
})

test('a redirect to the network', async ({ page, mocks }) => {
  mocks.use(rest.get('/api/old', () => Response.redirect('http://localhost:3123/api/secret', 302)))
  await page.goto('/')
  await page.evaluate("fetch('/api/old').catch(() => {})")
})

test('an expectation that does not come', async ({ page, mocks }) => {
  mocks.expect(rest.post('/api/users', { id: 2 }))
  await page.goto('/')
})

test('an EventSource', async ({ page, mocks }) => {
  await page.goto('/')
  await page.evaluate("void new EventSource('/api/events')")
  await expect.poll(() => mocks.unmatched().length).toBeGreaterThan(0)
})

test.describe('a list of routes', () => {
  test.use({ routes: [rest.get('/api/teams', []), rest.get('/api/roles', [])] })
  test('as Playwright does not take it', async ({ page }) => {
    await page.goto('/')
  })
})
