import { test } from '../test.ts'

test.use({ baseURL: 'http://localhost:3125' })

test('a miss of the server', async ({ page }) => {
  await page.goto('/missing')
})
