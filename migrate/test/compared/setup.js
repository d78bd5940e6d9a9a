import dns from 'node:dns'
import fs from 'node:fs'
import { expect as real } from 'vitest'
import { requestsFor } from './requests.js'

const { SIDE, LIBRARY, CASES, WORLD } = process.env
const ROWS = JSON.parse(fs.readFileSync(`${CASES}/cases.json`, 'utf8'))
let row
const PATIENCE = 1000

// Nothing is sent to a real host: the name of each is unknown, at once.
const unknown = (host, options, done = options) =>
  done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }))
dns.lookup = unknown

if (WORLD === 'page' && SIDE === 'old') {
  process.type = 'renderer'
  globalThis.localStorage = { getItem: () => null, setItem() {}, removeItem() {} }
  globalThis.postMessage = () => {}
}

if (WORLD === 'network') globalThis.fetch = async () => new Response('passed')
globalThis.window ??= globalThis
// What forms use that they do not declare.
Object.assign(globalThis, {
  fs,
  host: 'api.test',
  isOn: true,
  seen: [],
  load: () => globalThis.fetch('https://api.test/a'),
})

let outcomes = []

// The global one may be that of the file before, which notes as well.
globalThis.expect = new Proxy(real, { apply: (_, __, [value, message]) => noting(value, real(value, message), '') })

/** An assertion that notes how it ends, and lets the test go on. */
function noting(value, assertion, matcher, owner) {
  return new Proxy(() => {}, {
    get: (_, name) => noting(value, assertion[name], `${matcher}.${String(name)}`, assertion),
    apply(_, __, args) {
      let end = 'passes'
      try {
        Reflect.apply(assertion, owner, args)
      } catch {
        end = 'fails'
      }
      outcomes.push({
        kind: 'assertion',
        title: 'the assertion',
        matcher,
        text: `expect(${show(value)})${matcher} ${end}`,
      })
    },
  })
}

/** The objects and functions of the libraries have nothing in common. */
const show = (value) => (value === Object(value) ? '…' : String(value))

/** Notes what a constant of the form has. */
globalThis.noteValue = (value) => outcomes.push({ kind: 'value', title: 'the value', text: show(value) })

/** Sends the requests, one after the other, and notes the outcome of each. */
globalThis.sendAll = async () => {
  const send = await client()
  for (const request of row.sends ?? requestsFor(row.form)) {
    const { method, url, headers, body } = request
    const parts = [method, url.replace('https://api.test', ''), ...Object.entries(headers ?? {}).flat(), body]
    let timer
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE, { text: 'no answer' })
    })
    const outcome = await Promise.race([send(request).catch(() => ({ text: 'rejected' })), late])
    clearTimeout(timer)
    outcomes.push({ kind: 'request', title: parts.filter(Boolean).join(' '), method, url, ...outcome })
  }
}

async function client() {
  if (LIBRARY === 'undici' && SIDE === 'old') return sendByFetch((await import('undici')).fetch)
  return sendByFetch((...args) => globalThis.fetch(...args))
}

const sendByFetch =
  (fetch) =>
  async ({ method, url, headers, body }) => {
    const signal = AbortSignal.timeout(4 * PATIENCE)
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    // A function in place of fetch may hand over no more than what its test reads.
    return outcomeOf(response.status ?? 200, await textOf(response), Object.fromEntries(response.headers ?? []))
  }

async function textOf(response) {
  if (/event-stream/.test(response.headers?.get?.('content-type'))) return eventsOf(response.body.getReader())
  if (response.text) return response.text()
  if (response.json) return JSON.stringify(await response.json())
  return new TextDecoder().decode(await (response.arrayBuffer?.() ?? (await response.blob()).arrayBuffer()))
}

/** The events of a stream, of which not all end. */
async function eventsOf(reader) {
  let text = ''
  for (;;) {
    const { value, done } = await Promise.race([
      reader.read(),
      new Promise((resolve) => setTimeout(resolve, 100, { done: true })),
    ])
    if (done) break
    text += new TextDecoder().decode(value)
  }
  reader.cancel().catch(() => {})
  const lines = text.replace(/^(\w+): ?/gm, '$1: ').replace(/^(retry: \d+\n)\n/, '$1')
  return lines
    .trim()
    .split('\n\n')
    .map((event) => event.split('\n').sort().join('\n'))
    .join('\n\n')
}

/** What a test does not look at: the length, the time, the type of a text, and what a file has. */
const IGNORED =
  /^(?:content-length|cache-control: no-cache|connection|keep-alive|transfer-encoding|date|etag|last-modified|accept-ranges|content-type: text\/plain\b.*)$/

function outcomeOf(status, text = '', all) {
  // As nock 15 answers what it has no interceptor for, and msw where a resolver throws.
  const isRefusal = (LIBRARY === 'nock' && status === 501) || (LIBRARY === 'msw' && /"stack"/.test(text))
  if (SIDE === 'old' && isRefusal) return { text: 'rejected' }
  const headers = Object.fromEntries(
    Object.entries(all)
      .map(([name, value]) => [name.toLowerCase(), String(value)])
      .filter(([name, value]) => !IGNORED.test(name) && !IGNORED.test(`${name}: ${value}`))
      .map(([name, value]) => [name, value.replace(/;\s*(?:charset|boundary)=\S+/i, '')])
      .sort(),
  )
  const body = text.replace(/formdata-undici-\d+/g, 'boundary')
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return { status, body, headers, text: [status, JSON.stringify(body), ...shown].join(' ') }
}

beforeEach(({ task }) => {
  row = ROWS[task.file.name]
  outcomes = []
})
afterEach(({ task }) => {
  fs.appendFileSync(
    `${CASES}/outcomes.jsonl`,
    `${JSON.stringify({ file: task.file.name, test: task.name, outcomes })}\n`,
  )
})

// Where msw looks for the origin of a path.
if (LIBRARY === 'msw' && SIDE === 'old') globalThis.location = new URL('https://api.test/')
