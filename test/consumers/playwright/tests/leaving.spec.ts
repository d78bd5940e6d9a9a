import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { html, rest, text } from 'mynah'
import { expect, test } from '../test.ts'

/* Tests whose server or page once left the mocks without a word. The application was started with `--import mynah/server`. */
test.use({ baseURL: 'http://localhost:3125' })

/** Loads the page, which the server renders of what the test's stub answers. */
async function expectRendered(page: Page, url = '/'): Promise<void> {
  await page.goto(url)
  await expect(page.locator('li')).toHaveText(['Ada'])
}

test('after clearCookies the server asked the real API', async ({ page, context, mocks }) => {
  await expectRendered(page)
  await context.clearCookies()
  await expectRendered(page)
  expect(mocks.calls().map(({ from }) => from)).toEqual(['server', 'server'])
})

test('after clearCookies the server asked the real API, past a page.route of the test', async ({ page, context }) => {
  await page.route('**/*', (route) => route.continue())
  await context.clearCookies()
  await expectRendered(page)
})

test('an application that clears all its cookies asked the real API', async ({ page }) => {
  await page.goto('/logout')
  await expectRendered(page)
})

test('a page opened by another host than baseURL asked the real API', async ({ page, context }) => {
  await expectRendered(page, 'http://127.0.0.1:3125/')
  await context.clearCookies()
  await expectRendered(page, 'http://127.0.0.1:3125/')
})

test('the fixture page.request asked the real API after clearCookies', async ({ page, context }) => {
  await context.clearCookies()
  expect(await (await page.request.get('/')).text()).toContain('<li>Ada</li>')
})

test("storageState saved the test's cookie, and the next test was told of a test that is gone", async ({
  page,
  context,
}, testInfo) => {
  await context.addCookies([{ name: 'session', value: '1', url: 'http://localhost:3125' }])
  await expectRendered(page)
  const path = testInfo.outputPath('state', 'user.json')
  const names = ({ cookies }: { readonly cookies: readonly { readonly name: string }[] }) =>
    cookies.map(({ name }) => name)
  expect(names(await context.storageState({ path }))).toEqual(['session'])
  expect(names(JSON.parse(await readFile(path, 'utf8')))).toEqual(['session'])
  expect(names(await page.request.storageState())).toEqual(['session'])
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['session'])
})

test.describe('warnings', () => {
  let warnings: string[]
  const { warn } = console
  test.beforeEach(() => {
    warnings = []
    console.warn = (message: string) => warnings.push(message)
  })
  test.afterEach(() => {
    console.warn = warn
  })

  test("a form's file from disk arrived with 0 bytes", async ({ page, mocks }, testInfo) => {
    mocks.use(rest.post('/upload', html('<p>done')))
    const path = testInfo.outputPath('photo.txt')
    await writeFile(path, 'abc')
    for (const given of [path, { name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('abc') }]) {
      await page.goto('/form')
      await page.setInputFiles('[type=file]', given)
      await page.click('button')
      await expect(page.locator('p')).toHaveText('done')
    }
    const sizes = mocks.calls('POST /upload').map(({ request }) => (request.body as { readonly file: File }).file.size)
    expect(sizes).toEqual([0, 3])
    expect(warnings).toEqual([
      'The file "photo.txt" in POST http://localhost:3125/upload has no bytes: Playwright does not read a form\'s files from disk\n\n' +
        'Write  setInputFiles(…, { name, mimeType, buffer })',
    ])
  })

  test('a page was answered by the JSON of a stub', async ({ page, mocks }) => {
    mocks.use(rest.get('/form', { id: 1 }))
    await page.goto('/form')
    expect(warnings).toEqual([
      'The page GET http://localhost:3125/form is answered by the JSON of a stub, not by the application\n\n' +
        'To let pages pass, add to the stub  match: { headers: { accept: not(/html/) } }',
    ])
  })

  test('a download that Playwright does not route came past its stub', async ({ page, mocks }) => {
    mocks.use(rest.get('/report', text('mocked')))
    await page.goto('/form')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[download]')])
    expect(await readFile(await download.path(), 'utf8')).toBe('real')
    await expect
      .poll(() => warnings)
      .toEqual([
        'The download GET http://localhost:3125/report came from the network, past its stub: Playwright does not route a link with the attribute download',
      ])
  })
})
