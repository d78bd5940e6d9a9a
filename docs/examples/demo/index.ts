import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import axios from 'axios'
import { exists, networkError, rest, sequence, setupMocks, UnmatchedRequestError } from '../../../src/entries/index.ts'

const users = [{ id: 1, name: 'John' }]
const admins = [{ id: 2, name: 'Ada', role: 'admin' }]

const routes = [
  rest.get('/users', users),
  rest.get('/users', admins, { match: { queries: { role: 'admin' } } }),
  rest.get('/users/1', { error: 'Not Found' }, { status: 404 }),
  rest.get('/profile', { id: 1 }, { match: { headers: { authorization: exists() } } }),
  rest.get('/profile', { error: 'Unauthorized' }, { status: 401 }),
  rest.get('/posts/:id', ({ request, setStatusCode }) => {
    if (request.params.id !== '0') return { id: request.params.id }
    setStatusCode(404)
    return { error: 'Not Found' }
  }),
  rest.post('/users', { id: 3 }, { status: 201, match: { body: { role: 'admin' } } }),
  rest.get('/jobs/7', sequence({ state: 'queued' }, { state: 'done' })),
  rest.get('/rates', { error: 'Too Many Requests' }, { status: 429, times: 1, match: { queries: { base: 'EUR' } } }),
  rest.get('/rates', { EUR: 1 }),
  rest.get('/down', networkError()),
]

/** What a client says of a response. */
interface Answer {
  readonly status: number | string
  readonly body: string
}

interface Ask {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: object
}

type Client = (url: string, ask: Ask) => Promise<Answer>

const clients = {
  async fetch(url, { method = 'GET', headers = {}, body }) {
    const response = await fetch(url, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
    })
    return { status: response.status, body: await response.text() }
  },
  'node:http': (url, { method = 'GET', headers = {} }) =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method, headers }, async (response) => {
        let body = ''
        for await (const chunk of response) body += chunk
        resolve({ status: response.statusCode ?? 0, body })
      })
      request.on('error', reject).end()
    }),
  async axios(url, { method = 'GET', headers = {}, body }) {
    const response = await axios.request({ url, method, headers, data: body ?? null, validateStatus: () => true })
    return { status: response.status, body: JSON.stringify(response.data) }
  },
} satisfies Record<string, Client>

const ORIGIN = 'http://api.test'
const mocks = setupMocks(routes)

async function main(): Promise<void> {
  mocks.start()
  printRoutes()

  heading('A static list')
  await ask('fetch', '/users')
  await ask('node:http', '/users')
  await ask('axios', '/users')

  heading('A matched stub comes before the default one, wherever it was declared')
  await ask('fetch', '/users?role=admin')
  await ask('axios', '/users?role=guest')

  heading('A stub matched on a header, and the 401 without the header')
  await ask('fetch', '/profile', { headers: { authorization: 'Bearer 1' } })
  await ask('node:http', '/profile', { headers: { authorization: 'Bearer 1' } })
  await ask('axios', '/profile')

  heading('A static error')
  await ask('node:http', '/users/1')

  heading('A resolver, and its 404')
  await ask('axios', '/posts/42')
  await ask('node:http', '/posts/0')

  heading('A stub matched on the body')
  await ask('axios', '/users', { method: 'POST', body: { name: 'Grace', role: 'admin' } })

  heading('Turns: `sequence` goes on to its last response, a stub with `times` steps aside')
  await ask('fetch', '/jobs/7')
  await ask('axios', '/jobs/7')
  await ask('fetch', '/rates?base=EUR')
  await ask('fetch', '/rates?base=EUR')

  heading('A failure of the network')
  await ask('fetch', '/down')
  await ask('node:http', '/down')

  heading("No stub answers: the client's call rejects, with the reason as its message")
  await ask('axios', '/users', { method: 'POST', body: { name: 'Eve', role: 'guest' } })
  const [unmatched] = mocks.unmatched()
  assert(unmatched?.error instanceof UnmatchedRequestError)
  console.log(`\n${indent(unmatched.error.message)}\n`)

  // The call above was caught, as an application might. The test fails with the report all the same.
  assert.throws(mocks.stop, (error) => error === unmatched.error)
  console.log('The application swallowed that error; mocks.stop() threw it once more, and so the test fails.')
}

/** Sends a request, and prints what was asked, which stub answered, and with what. */
async function ask(client: keyof typeof clients, path: string, request: Ask = {}): Promise<void> {
  const answer = await clients[client](ORIGIN + path, request).catch(failureOf)
  const { stub } = mocks.calls().at(-1) ?? {}
  const differs = [
    ...Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(request.body ? [JSON.stringify(request.body)] : []),
  ]
  row(
    client,
    `${request.method ?? 'GET'} ${ORIGIN}${path}`,
    ...(stub
      ? String(stub)
          .replace(/docs.*\//, '')
          .split('  ')
      : ['(no stub)', '']),
    stub ? `${answer.status} ${answer.body}` : String(answer.status),
  )
  if (differs.length > 0) row('', `  ${differs.join(', ')}`)
}

function failureOf(error: Error & { cause?: { code?: string }; code?: string }): Answer {
  return { status: error.name, body: error.cause?.code ?? error.code ?? '' }
}

/** The columns of the table; what is longer is cut. */
const WIDTHS = [10, 37, 23, 17, 40]

function row(...cells: readonly string[]): void {
  console.log(`  ${cells.map((cell, index) => column(cell, WIDTHS[index] ?? 0)).join('')}`.trimEnd())
}

function column(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)
}

function heading(text: string): void {
  console.log(`\n${text}`)
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  │ ').replace(/^$/gm, '  │')
}

/** The routes as they stand above, with their lines, which the places in the table name. */
function printRoutes(): void {
  const lines = readFileSync(import.meta.filename, 'utf8').split('\n')
  const first = lines.indexOf('const routes = [')
  const count = lines.slice(first).indexOf(']') + 1
  console.log('Declared in docs/examples/demo/index.ts; no server runs, and nothing reaches the network:\n')
  for (let index = first; index < first + count; index++) {
    console.log(`  ${String(index + 1).padStart(2)}  ${lines[index]}`)
  }
  console.log('')
  row('CLIENT', 'REQUEST', 'STUB', 'PLACE', 'RESPONSE')
}

await main()
