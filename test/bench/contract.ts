import { readFileSync } from 'node:fs'
import { setupMocks } from '../../dist/index.js'
import { openapi } from '../../dist/openapi.js'
import { median } from './report.ts'

/**
 * Measures the contract of an API by the processor's time, in pairs, in one process: `openapi` of GitHub's document against
 * its `JSON.parse`, and a POST and a GET with their checks against the same without. Prints the ratios.
 */
const file = new URL('node_modules/@octokit/openapi/generated/api.github.com.json', import.meta.url)
const text = readFileSync(file, 'utf8')
const PAIRS = 40
const BATCH = 400

const User = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, email: { type: 'string' } },
}
const content = { 'application/json': { schema: { $ref: '#/components/schemas/User' } } }
const small = {
  openapi: '3.1.0',
  paths: {
    '/users': {
      get: {
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { content: { 'application/json': { schema: { type: 'array', items: User } } } } },
      },
      post: { requestBody: { required: true, content }, responses: { 201: { content } } },
    },
  },
  components: { schemas: { User } },
}

function cpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function time(run: () => unknown): Promise<number> {
  const before = cpu()
  await run()
  return cpu() - before
}

/** The median ratio of pairs; the first pairs compile. */
async function ratioOf(pairs: number, one: () => unknown, other: () => unknown): Promise<number> {
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const isFirst = pair % 2 === 0
    const first = await time(isFirst ? one : other)
    const second = await time(isFirst ? other : one)
    ratios.push(isFirst ? first / second : second / first)
  }
  return median(ratios.slice(pairs >> 2))
}

/** Returns a batch of the same request to mocks with these checks. */
function batch(mode: 'error' | 'off', url: string, init?: RequestInit): () => Promise<void> {
  const api = openapi(small, { requests: mode, responses: mode })
  const user = { id: 1, name: 'Ada', email: 'ada@api.test' }
  const mocks = setupMocks([api.get('/users', [user]), api.post('/users', user)])
  return async () => {
    for (let sent = 0; sent < BATCH; sent++) await (await mocks.fetch(url, init)).json()
    mocks.reset()
  }
}

const ratioOfChecks = (url: string, init?: RequestInit) =>
  ratioOf(PAIRS, batch('error', url, init), batch('off', url, init))

const headers = { 'content-type': 'application/json' }
const body = JSON.stringify({ name: 'Ada', email: 'ada@api.test' })
const document = JSON.parse(text)
const parse = await ratioOf(
  12,
  () => openapi(document),
  () => JSON.parse(text),
)
const examples = (await time(() => openapi(document).examples())) / 1000
const get = await ratioOfChecks('http://api.test/users?page=2')
const post = await ratioOfChecks('http://api.test/users', { method: 'POST', headers, body })
console.log(JSON.stringify({ parse, examples, get, post }))
