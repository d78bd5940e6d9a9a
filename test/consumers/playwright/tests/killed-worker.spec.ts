import { rest } from 'mynah'
import { expect, test } from '../test.ts'

// The first test fails once, with its worker, and passes when a new worker tries it again.
test.describe.configure({ mode: 'default', retries: 1 })

test('a worker is killed while a request waits, and the new one answers', async ({ page, mocks }, { retry }) => {
  await page.goto('/')
  if (retry === 0) {
    mocks.use(rest.get('/api/users', [], { delay: 3_600_000 }))
    await page.evaluate("void fetch('/api/users').catch(() => {})")
    await expect.poll(() => mocks.calls('GET /api/users').length).toBe(1)
    process.kill(process.pid, 'SIGKILL')
  }
  expect(await page.evaluate(async () => (await fetch('/api/users')).json())).toEqual([{ id: 1, name: 'Ada' }])
  expect(mocks.calls()).toHaveLength(1)
})

test('the next test has nothing of the killed one', async ({ page, mocks }) => {
  await page.goto('/')
  expect(await page.evaluate(async () => (await fetch('/api/users')).json())).toEqual([{ id: 1, name: 'Ada' }])
  expect(mocks.calls()).toHaveLength(1)
})
