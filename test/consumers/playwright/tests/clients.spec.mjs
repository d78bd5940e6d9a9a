import { text } from 'node:stream/consumers'
import { test as base, expect } from '@playwright/test'
import { networkError, rest, stream } from 'mynah'
import { mocked } from 'mynah/playwright'
import { chunksOf, createAnswers } from '../clients/answers.mjs'
import { kit, SCENARIOS } from '../clients/scenarios.mjs'

/* The same code in a page without the fixture, whose requests the server answers, and in a page with it, whose requests stubs answer. */

/** Answers a request as the server does. */
async function answer(answers, { request, setStatusCode, setHeader }) {
  const { method, url, headers, raw, signal } = request
  const body = Buffer.from(await raw.arrayBuffer()).toString('latin1')
  const answer = answers({ method, url, headers, body })
  if (answer.down) return networkError('ECONNRESET')
  if (answer.never) return new Promise(() => {})
  const { status, body: sent } = answer
  if (!Array.isArray(sent)) return new Response([204, 304].includes(status) ? null : Buffer.from(sent), answer)
  setStatusCode(status)
  for (const [name, value] of answer.headers) setHeader(name, value)
  return stream(chunksUntilCut(answer, signal))
}

async function* chunksUntilCut(answer, signal) {
  yield* chunksOf(answer, signal)
  if (answer.cut) yield networkError()
}

const test = base.extend({
  ...mocked([]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  routes: async ({}, use) => {
    const answers = createAnswers()
    await use([rest.all('/t/*rest', (context) => answer(answers, context))])
  },
  /** A page that the server answers. */
  real: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL })
    await use(await context.newPage())
    await context.close()
  },
})

/** Compares what a server's page and a mocked page observe, by name. */
function compare(real, mocked, scenarios) {
  const limits = Object.entries(scenarios).flatMap(([name, { mocked }]) =>
    mocked === undefined ? [] : [[name, mocked]],
  )
  // A row without a difference is no limit.
  for (const [name, value] of limits) expect(real[name], name).not.toEqual(value)
  expect(mocked).toEqual({ ...real, ...Object.fromEntries(limits) })
}

for (const [client, scenarios] of Object.entries(SCENARIOS)) {
  test(`${client}, as a server answers`, async ({ page, real }) => {
    const observe = async (page) => {
      await page.goto('/')
      await page.evaluate(kit)
      const observed = {}
      for (const [name, scenario] of Object.entries(scenarios)) {
        observed[name] = await page.evaluate(`kit.observe(${scenario.run ?? scenario})`)
      }
      return observed
    }
    compare(...(await Promise.all([real, page].map(observe))), scenarios)
  })
}

/** Fills a form of the page with a file, and sends it. */
async function submit(page, attributes) {
  await page.evaluate((attributes) => {
    const form = Object.assign(document.createElement('form'), attributes)
    form.innerHTML = '<input name=title value=Zo\u00eb><input name=file type=file><button>Send</button>'
    document.body.append(form)
  }, attributes)
  await page.setInputFiles('[name=file]', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('the file') })
  await page.click('button')
}

/** Returns what a document shows. */
async function shown(page, path) {
  await page.waitForURL(path)
  return [await page.title(), await page.textContent('body')]
}

const DOCUMENTS = {
  'a form by GET': async (page) => {
    await submit(page, { action: '/t/echo-page' })
    return shown(page, '**/echo-page?*')
  },
  'a form by POST': async (page) => {
    await submit(page, { action: '/t/echo-page', method: 'post' })
    return shown(page, '**/echo-page')
  },
  'a form with a file': async (page) => {
    await submit(page, { action: '/t/echo-page', method: 'post', enctype: 'multipart/form-data' })
    return shown(page, '**/echo-page')
  },
  'a form whose POST redirects': async (page) => {
    await submit(page, { action: '/t/moved?status=303&to=/t/page', method: 'post' })
    return shown(page, '**/page')
  },
  'a form into a new page': async (page) => {
    const opened = page.waitForEvent('popup')
    await submit(page, { action: '/t/echo-page', method: 'post', target: '_blank' })
    return shown(await opened, '**/echo-page')
  },
  'a link, and the way back': async (page) => {
    await page.evaluate("document.body.innerHTML = '<a href=/t/page?title=linked>link</a>'")
    await page.click('a')
    const there = await shown(page, '**/page?*')
    await page.goBack()
    return [there, page.url()]
  },
  'a popup that asks': async (page) => {
    const opened = page.waitForEvent('popup')
    await page.evaluate("void window.open('/t/page')")
    const popup = await opened
    await popup.waitForLoadState()
    return popup.evaluate("fetch('/t/json').then((response) => response.text())")
  },
  'a download': async (page) => {
    const started = page.waitForEvent('download')
    await page.evaluate("document.body.innerHTML = '<a href=/t/download>link</a>'")
    await page.click('a')
    const download = await started
    return [download.suggestedFilename(), await text(await download.createReadStream())]
  },
  'a status': async (page) => (await page.goto('/t/teapot')).status(),
  'a document that never comes': async (page) => page.goto('/t/down').catch(({ message }) => message.split('\n')[0]),
}

test('documents, as a server answers', async ({ page, real }) => {
  const observe = async (page) => {
    const observed = {}
    for (const [name, run] of Object.entries(DOCUMENTS)) {
      await page.goto('/')
      observed[name] = await run(page)
    }
    return observed
  }
  compare(...(await Promise.all([real, page].map(observe))), {})
})
