import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { serve } from 'vitepress'
import { findChromium, launchOptions } from '../../test/consumers/launch-options.mjs'

/*
 * Looks at the built site: links in its files, then the pages in Chromium, on a wide and on a narrow screen.
 *
 *   npm run check --prefix docs/site
 *   SCREENSHOTS=/some/folder npm run check --prefix docs/site     keeps what is seen
 */
const DIST = join(import.meta.dirname, 'dist')
const { SCREENSHOTS } = process.env
const PLACES = [
  '/',
  '/guide/getting-started',
  '/guide/responding',
  '/reference/api',
  '/reference/options',
  '/recipes/login-and-cookies',
]

const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
const pages = new Map(files.map((file) => [placeOf(file), readFileSync(join(DIST, file), 'utf8')]))

function placeOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`
}

test('each link leads to a page, and to a heading of it', () => {
  const broken = [...pages].flatMap(([page, html]) => {
    const [, content = ''] = html.split('<main')
    const links = [...content.matchAll(/ href="([^"]*)"/g)].map(
      ([, href = '']) => new URL(href, `https://site.test${page}`),
    )
    return links
      .filter(({ origin, pathname }) => origin === 'https://site.test' && !pathname.startsWith('/assets/'))
      .filter(({ pathname, hash }) => !leadsTo(pages.get(pathname), decodeURIComponent(hash.slice(1))))
      .map(({ pathname, hash }) => `${page}: ${pathname}${hash}`)
  })
  assert.deepEqual([...new Set(broken)], [])
})

function leadsTo(html: string | undefined, anchor: string): boolean {
  return html !== undefined && (anchor === '' || html.includes(` id="${anchor}"`))
}

const skip = findChromium() === undefined && 'there is no Chromium: CHROMIUM may name one'

describe('in Chromium', { skip }, () => {
  let browser: Browser
  let url: string
  let close: () => void

  before(async () => {
    browser = await chromium.launch(launchOptions())
    const app = await serve({ root: import.meta.dirname, port: 0 })
    url = `http://localhost:${(app.server.address() as AddressInfo).port}`
    close = () => app.server.close()
  })

  after(async () => {
    await browser?.close()
    close?.()
  })

  const wide = { width: 1280, height: 900 }
  const narrow = { width: 390, height: 844 }
  const views = [
    { name: 'wide-light', viewport: wide, colorScheme: 'light' },
    { name: 'narrow-dark', viewport: narrow, colorScheme: 'dark' },
    { name: 'wide-dark', viewport: wide, colorScheme: 'dark' },
    { name: 'narrow-light', viewport: narrow, colorScheme: 'light' },
  ] as const

  // The last two differ in nothing that is tested: they are for who looks.
  for (const { name, viewport, colorScheme } of SCREENSHOTS ? views : views.slice(0, 2)) {
    test(name, async () => {
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      // Only a page that hangs takes this long: on a busy machine a page may take many seconds.
      page.setDefaultTimeout(120_000)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      const look = async (what: string) => {
        if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}-${what}.png` })
      }
      for (const place of PLACES) {
        await page.goto(url + place)
        await page.locator('h1').first().waitFor()
        await look(place.replaceAll('/', '-').slice(1) || 'home')
        await fits(page, viewport.width)
        if (place === '/reference/options' && viewport === wide) await tablesFit(page)
      }
      await chooseTab(page)
      await searchFor(page, 'cassette', look)
      await play(page, look)
      await fits(page, viewport.width)
      assert.deepEqual(errors, [])
      await context.close()
    })
  }

  /** A page that is wider than the screen scrolls to the side. */
  async function fits(page: Page, width: number): Promise<void> {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, page.url())
  }

  /** A table that is wider than its column scrolls to the side. */
  async function tablesFit(page: Page): Promise<void> {
    const cut = await page
      .locator('.vp-doc table')
      .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth))
    assert.deepEqual([...new Set(cut)], [0], 'pixels that each table lacks')
  }

  /** One click chooses the tab of all groups. */
  async function chooseTab(page: Page): Promise<void> {
    await page.goto(`${url}/guide/getting-started`)
    await page.locator('.vp-code-group label', { hasText: 'Jest' }).first().click()
    const shown = page.locator('.vp-code-group').filter({ hasText: "require('mynah')" }).locator('.active')
    assert.match((await shown.first().textContent()) ?? '', /require\('mynah'\)/)
  }

  async function searchFor(page: Page, text: string, look: (name: string) => Promise<void>): Promise<void> {
    await page.goto(url)
    await page.locator('#local-search button').click()
    await page.locator('#localsearch-input').fill(text)
    await page.locator('#localsearch-list a').first().waitFor()
    await look('search')
    await page.locator('#localsearch-list a').first().click()
    await page.waitForURL((address) => address.pathname !== '/')
  }

  async function play(page: Page, look: (name: string) => Promise<void>): Promise<void> {
    await page.goto(`${url}/playground`)
    const result = page.locator('.playground .happened')
    const shows = (text: string) => result.getByText(text).first().waitFor()
    await shows('✓ lists the admins')
    await shows("Answered by mocks.use.get('/users')")
    await shows('✗ fails, although the error is caught')
    await shows('UnmatchedRequestError in line 23')
    await look('playground-tests')
    assert.equal(page.workers().length, 0, 'the compiler is loaded when the reader goes into the editor')

    const choose = (title: string) => page.getByLabel('Example').selectOption(title)
    await choose('A request that no stub answers')
    await shows("Nearest: rest.post('/users')")
    await look('playground-miss')
    await choose('A resolver')
    await shows('Not Found')
    await choose('Delays and streams')
    await shows('event: named')
    await choose('A mistake')
    await shows('RouteDefinitionError in line 4')
    await shows("Write  rest.get('/users', …, { match: { queries: { role: 'admin' } } })")
    assert.equal(await page.locator('.editor .mistake').textContent(), "  rest.get('/users?role=admin', []),")
    await look('playground-refusal')

    await edit(page, "const answer: string = 'typed'\nconsole.log(answer, await Promise.resolve(7))\nconst = 1\n")
    await shows('SyntaxError in line 3')
    await edit(page, readmeExample())
    await shows('✓ shows an error')
    await look('playground-edited')

    await page.getByRole('button', { name: 'Copy a link' }).click()
    await page.getByText('Link copied').waitFor()
    const shared = await page.context().newPage()
    await shared.goto(page.url())
    await shared.locator('.happened').getByText('✓ shows an error').waitFor()
    await shared.close()
    await knowsTypes(page)
    await look('playground-types')
  }

  async function knowsTypes(page: Page): Promise<void> {
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(
      "import { rest } from 'mynah'\nrest.get('/users/:id', ({ request }) => request.params.name)\nrest.",
    )
    await page.keyboard.type('pa')
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'patch' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.cm-lintRange-error', { hasText: 'name' }).waitFor()
  }

  /** Writes into the editor as a reader does who pastes, and runs it by the keyboard. */
  async function edit(page: Page, text: string): Promise<void> {
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
    await page.keyboard.press('ControlOrMeta+Enter')
  }

  function readmeExample(): string {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    return /^```ts\n(.*?)^```/ms.exec(readme)?.[1] ?? ''
  }

  /** What newcomers search for, and the page that answers, if only to say what does not work. */
  const SEARCHES = [
    ['react native', '/recipes/react-native#react-native'],
    ['nextjs', '/guide/works-with#nextjs-nextjs-remix'],
    ['wait for request', '/guide/verifying#wait-for-a-request'],
    ['axios', '/guide/works-with#axios-got-ky-and-other-clients'],
    ['storybook', '/guide/storybook#storybook'],
    ['cypress', '/guide/works-with#playwright-cypress-webdriverio'],
    ['graphql', '/guide/graphql#graphql'],
    ['websocket', '/guide/works-with#websocket'],
    ['once', '/guide/faq#how-do-i-answer-once'],
    ['404', '/guide/faq#how-do-i-send-a-404-or-another-status-code'],
    ['status code', '/guide/faq#how-do-i-send-a-404-or-another-status-code'],
    ['http2', '/guide/faq#does-it-mock-http2'],
    ['cors', '/guide/faq#does-cors-matter'],
    ['typescript', '/guide/typescript#typescript'],
    ['debug', '/guide/debugging#debugging-a-test'],
    ['eslint', '/guide/faq#which-eslint-rules-apply'],
    ['toHaveBeenCalled', '/guide/faq#is-there-a-tohavebeencalled-for-requests'],
  ] as const

  test('the first result of a search is the page that answers', async () => {
    const page = await browser.newPage({ viewport: wide })
    await page.goto(url)
    await page.locator('#local-search button').click()
    const found: string[][] = []
    for (const [text] of SEARCHES) {
      await page.locator('#localsearch-input').fill(text)
      // The list is of the text before until the search has run.
      await page.locator(`#localsearch-list mark`).first().waitFor()
      await page.waitForTimeout(500)
      const href = (await page.locator('#localsearch-list a').first().getAttribute('href')) ?? ''
      found.push([text, href])
    }
    assert.deepEqual(found, SEARCHES)
  })
})
