import { rest } from 'mynah'
import { expect, test } from '../test.ts'

/* Pages of an Express application that was started with `--import mynah/server`. */
test.use({ baseURL: 'http://localhost:3125' })

for (let number = 1; number <= 20; number++) {
  test(`rendered test ${number}: page and server are answered by the same stubs`, async ({ page, mocks }, {
    project,
  }) => {
    const name = `${project.name} ${number}`
    mocks.use(rest.get('/api/users', [{ name }], { delay: number % 5 }))
    for (let round = 0; round < 2; round++) {
      await page.goto('/')
      await expect(page.locator('li')).toHaveText([name])
      expect(await page.evaluate("fetch('/api/users').then((response) => response.json())")).toEqual([{ name }])
    }
    const calls = mocks.calls().map(({ from, request }) => `${from} ${request.method} ${request.url}`)
    const round = ['server GET http://localhost:3124/api/users', 'page GET http://localhost:3125/api/users']
    expect(calls).toEqual([...round, ...round])
  })
}
