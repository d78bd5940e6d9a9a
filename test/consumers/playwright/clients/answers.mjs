import { setTimeout as wait } from 'node:timers/promises'

/*
 * What the server and the stubs answer alike under /t: `answer(asked)` returns `{ status, headers, body }`, where a body is a text,
 * bytes, or a list of chunks, each of which follows when `/t/got` has told that those before it have come. `down` breaks the connection at once, `never` leaves it open, `cut` breaks it
 * after the body.
 */
export function createAnswers() {
  const kept = new Map()
  return (asked) => {
    const { pathname, searchParams } = new URL(asked.url, 'http://localhost')
    const run = searchParams.get('run')
    const [, , name] = pathname.split('/')
    const context = { ...asked, query: Object.fromEntries(searchParams), kept, run }
    return { status: 200, headers: [], body: '', gotten: () => kept.get(run) ?? 0, ...ANSWERS[name]?.(context) }
  }
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const html = (body) => ({ headers: [['content-type', 'text/html; charset=utf-8']], body })
const events = (...chunks) => ({ headers: [['content-type', 'text/event-stream']], body: chunks })
const typed = (type, body) => ({ headers: [['content-type', type]], body })

const ANSWERS = {
  json: () => typed('application/json', '[{"id":1,"name":"Zoë"}]'),
  bytes: () => typed('application/octet-stream', Buffer.from([0, 1, 2, 254, 255])),
  form: () => typed('application/x-www-form-urlencoded', 'a=1&b=%C3%AB'),
  big: () => typed('text/plain', 'x'.repeat(300_000)),
  empty: () => ({ status: 204 }),
  teapot: () => ({
    status: 418,
    statusText: "I'm a teapot",
    headers: [
      ['content-type', 'text/plain'],
      ['x-mood', 'good'],
      ['x-list', 'a'],
      ['x-list', 'b'],
    ],
    body: 'short and stout',
  }),
  named: () => ({ ...typed('text/plain', 'x'), statusText: 'As You Like' }),
  cookies: () => ({
    headers: [
      ['set-cookie', 'plain=1; Path=/'],
      ['set-cookie', 'hidden=2; Path=/; HttpOnly; Expires=Wed, 01 Jan 2070 00:00:00 GMT'],
    ],
  }),
  moved: ({ query }) => ({ status: Number(query.status ?? 302), headers: [['location', query.to]] }),
  loop: () => ({ status: 302, headers: [['location', '/t/loop']] }),
  tagged: ({ headers }) => {
    const isKnown = headers['if-none-match'] === '"one"'
    return { status: isKnown ? 304 : 200, headers: [['etag', '"one"']], body: isKnown ? '' : 'tagged' }
  },
  range: ({ headers }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (from === undefined) return typed('text/plain', '0123456789')
    const range = [['content-range', `bytes ${from}-${to}/10`]]
    return { status: 206, headers: range, body: '0123456789'.slice(Number(from), Number(to) + 1) }
  },
  chunks: () => ({ ...typed('text/plain; charset=utf-8', ['one ', 'two ', 'thrée']) }),
  cut: () => ({ ...typed('text/plain', ['one ', 'two']), cut: true }),
  endless: () => ({ ...typed('text/plain', ['one ', 'two ']), stays: true }),
  down: () => ({ down: true }),
  never: () => ({ never: true }),
  echo: (asked) => ({ ...typed('application/json', JSON.stringify(seen(asked))), headers: echoHeaders(asked) }),
  keep: (asked) => {
    asked.kept.set(asked.run, seen(asked))
    return { status: 204 }
  },
  kept: ({ kept, run }) => typed('application/json', JSON.stringify(kept.get(run) ?? null)),
  got: ({ kept, run, query }) => {
    kept.set(run, Number(query.bytes))
    return { status: 204 }
  },
  events: ({ kept, run }) => {
    kept.set(run, (kept.get(run) ?? 0) + 1)
    if (kept.get(run) === 1) return events('retry: 20\nid: 1\ndata: a\n\n', 'event: user\nid: 7\ndata: b\n\n')
    return kept.get(run) === 2 ? events('data: c\n\n') : { status: 204 }
  },
  resumed: ({ kept, run, headers }) => {
    if (kept.has(run)) return events(`data: asked with ${headers['last-event-id']}\n\n`)
    kept.set(run, true)
    return events('retry: 20\nid: 7\ndata: a\n\n')
  },
  page: ({ query }) => html(`<title>${query.title ?? 'page'}</title><p>page</p>`),
  'echo-page': (asked) => html(`<title>echo</title><pre>${JSON.stringify(seen(asked)).replaceAll('<', '&lt;')}</pre>`),
  script: () => typed('text/javascript', 'globalThis.scripted = 1'),
  module: () => typed('text/javascript', 'export default 2'),
  style: () => typed('text/css', 'body { color: rgb(1, 2, 3) }'),
  image: () => typed('image/png', Buffer.from(PNG, 'base64')),
  worker: () =>
    typed('text/javascript', 'onmessage = async ({ data }) => postMessage(await (await fetch(data)).text())'),
  shared: () =>
    typed(
      'text/javascript',
      'onconnect = ({ ports: [port] }) => { port.onmessage = async ({ data }) => port.postMessage(await (await fetch(data)).text()) }',
    ),
  'sw.js': () => ({
    headers: [
      ['content-type', 'text/javascript'],
      ['service-worker-allowed', '/'],
    ],
    body: `oninstall = () => skipWaiting()
onactivate = (event) => event.waitUntil(clients.claim())
onfetch = (event) => {
  const { pathname } = new URL(event.request.url)
  if (pathname === '/t/by-worker') event.respondWith(fetch('/t/json'))
  else if (pathname === '/t/own') event.respondWith(new Response('of the worker'))
  else if (pathname === '/t/chunks') event.respondWith(fetch(event.request))
}`,
  }),
  download: () => ({
    headers: [
      ['content-type', 'text/csv'],
      ['content-disposition', 'attachment; filename="users.csv"'],
    ],
    body: 'id,name\n1,Ada\n',
  }),
  open: () => ({
    ...typed('text/plain', 'open'),
    headers: [
      ['access-control-allow-origin', '*'],
      ['access-control-allow-methods', 'PUT'],
      ['access-control-allow-headers', 'x-team'],
      ['access-control-expose-headers', 'x-shown'],
      ['x-shown', '1'],
      ['x-hidden', '2'],
    ],
  }),
}

/** The parts of a request that a server sees and that do not depend on the run. */
function seen({ method, url, headers, body }) {
  const { 'content-type': type = null } = headers
  const boundary = /boundary=(.*)/.exec(type ?? '')?.[1]
  const plain = (text) => (boundary && text ? text.replaceAll(boundary, 'BOUNDARY') : text)
  const names = ['accept', 'content-type', 'cookie', 'origin', 'referer', 'x-team', 'ping-to', 'ping-from']
  const shown = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, plain(headers[name])]]))
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/run=[^&]*/, 'run=RUN')
  return { method, path, headers: Object.fromEntries(shown), body: plain(body) }
}

function echoHeaders({ headers: { origin } }) {
  const type = ['content-type', 'application/json']
  return origin ? [type, ['access-control-allow-origin', origin], ['access-control-allow-credentials', 'true']] : [type]
}

/** Yields the chunks of a body. A page that gets them all at once tells nothing in between: the next one comes after two seconds. */
export async function* chunksOf({ body, stays, gotten }, signal) {
  let sent = 0
  for (const chunk of body) {
    const bytes = Buffer.from(chunk)
    yield bytes
    sent += bytes.length
    const start = performance.now()
    while (gotten() < sent && performance.now() - start < 2000) await wait(5)
  }
  if (stays) await new Promise((resolve) => signal.addEventListener('abort', resolve))
}
