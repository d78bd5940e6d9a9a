import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { harFromMessages } from 'chrome-har'
import { chromium } from 'playwright-core'
import { launchOptions } from './consumers/launch-options.mjs'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const PAGE = `<!doctype html><title>loading</title><link rel=icon href=/pixel.gif><img src=/pixel.gif><script type=module>
const users = await (await fetch('/users?page=1')).json()
await fetch('/users?page=1')
await fetch('/users', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(users[0]) })
const form = new FormData()
form.append('title', 'Cat')
form.append('file', new File(['a cat'], 'cat.txt', { type: 'text/plain' }))
await fetch('/upload', { method: 'POST', body: form })
await fetch('/form', { method: 'POST', body: new URLSearchParams({ a: '1', b: 'x y' }) })
await fetch('/missing')
await fetch('/moved')
await fetch('/zipped')
await fetch('/gone', { method: 'DELETE' })
await fetch('/nowhere').catch(() => {})
new WebSocket('ws://' + location.host + '/socket').onerror = () => { document.title = 'done' }
</script>`

function answer(request, response) {
  const send = (status, type, body, headers = {}) => {
    response.writeHead(status, { ...(type && { 'content-type': type }), ...headers })
    response.end(body)
  }
  request.resume()
  switch (`${request.method} ${request.url}`) {
    case 'GET /':
      return send(200, 'text/html; charset=utf-8', PAGE, { 'set-cookie': ['a=1', 'b=2'] })
    case 'GET /pixel.gif':
      return send(200, 'image/gif', PIXEL)
    case 'GET /users?page=1':
      return send(200, 'application/json', '[{"id":1,"name":"Ada é"}]', { etag: '"1"' })
    case 'POST /users':
      return send(201, 'application/json', '{"id":2}')
    case 'POST /upload':
    case 'POST /form':
      return send(200, 'text/plain', 'saved')
    case 'GET /moved':
      return send(302, undefined, undefined, { location: '/users?page=1' })
    case 'GET /zipped':
      return send(200, 'text/css', gzipSync('a {}'), { 'content-encoding': 'gzip' })
    case 'DELETE /gone':
      return send(204)
    case 'GET /nowhere':
      return request.socket.destroy()
    default:
      return send(404, 'text/plain', 'Not Found')
  }
}

/** Opens a page in Chromium; returns its network as Playwright saves it, and as chrome-har makes it of the browser's events. */
export async function browse() {
  const server = createServer(answer)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'mynah-browse-'))
  const path = join(folder, 'recorded.har')
  const browser = await chromium.launch(launchOptions())
  try {
    const context = await browser.newContext({ recordHar: { path, content: 'embed' } })
    const page = await context.newPage()
    const events = await listen(await context.newCDPSession(page))
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.waitForFunction(() => document.title === 'done')
    const chromium = harFromMessages(await events(), { includeTextFromResponseBody: true })
    await context.close()
    return { chromium, playwright: JSON.parse(readFileSync(path, 'utf8')) }
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const EVENTS = [
  ...['Page.frameStartedLoading', 'Page.loadEventFired', 'Page.domContentEventFired', 'Page.frameAttached'],
  ...['requestWillBeSent', 'requestWillBeSentExtraInfo', 'requestServedFromCache', 'responseReceived'].map(
    networkEvent,
  ),
  ...['responseReceivedExtraInfo', 'dataReceived', 'loadingFinished', 'loadingFailed'].map(networkEvent),
]

function networkEvent(name) {
  return `Network.${name}`
}

/** Collects what chrome-har reads: the browser's events, with the bodies of answers in them. */
async function listen(session) {
  const messages = []
  const bodies = []
  for (const method of EVENTS) session.on(method, (params) => messages.push({ method, params }))
  session.on('Network.loadingFinished', ({ requestId }) => {
    const answered = session.send('Network.getResponseBody', { requestId }).catch(() => undefined)
    bodies.push(answered.then((found) => addBody(messages, requestId, found)))
  })
  await session.send('Network.enable')
  await session.send('Page.enable')
  return async () => {
    await Promise.all(bodies)
    return messages
  }
}

function addBody(messages, requestId, found) {
  const received = messages.find(
    ({ method, params }) => method === 'Network.responseReceived' && params.requestId === requestId,
  )
  if (!found || !received) return
  received.params.response.body = found.body
  received.params.response.encoding = found.base64Encoded ? 'base64' : undefined
}
