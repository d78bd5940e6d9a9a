import { expect } from '@playwright/test'
import { rest } from 'mynah'
import { test } from './test'

test('the example of the guide, as CommonJS', async ({ page, mocks }) => {
  expect(typeof module).toBe('object')
  mocks.use(rest.get('/api/users', []))
  await page.goto('/')
  expect(await page.evaluate("fetch('/api/users').then((response) => response.json())")).toEqual([])
  expect(mocks.calls('GET /api/users')).toHaveLength(1)
})
