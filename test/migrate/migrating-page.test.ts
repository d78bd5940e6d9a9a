import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'
import type { Name } from './surface/row.ts'
import { HEADS } from './surface.ts'

const PAGE = readFileSync(new URL('../../docs/guide/migrating.md', import.meta.url), 'utf8')

/** The libraries of a section, and what its cells may be a part of, if they are no statements. */
const AROUND: Readonly<Record<string, readonly [readonly Name[], ...string[]]>> = {
  'From MSW': [
    ['msw'],
    'const server = setupServer(CELL)',
    "const server = setupServer(http.get('/a', () => CELL))",
    "const server = setupServer(http.get('/a', () => HttpResponse.json(1), CELL))",
    "const server = setupServer(http.get('/a', async () => { CELL; return HttpResponse.json(1) }))",
    "const server = setupServer(http.post('/a', async ({ request }) => HttpResponse.json(CELL)))",
    'const server = setupServer()\nCELL',
    'const server = setupServer()\nserver.listen({ CELL })',
  ],
  'From nock': [
    ['nock'],
    "nock('https://api.test').get('/a')CELL",
    "nock('https://api.test').get('/a')CELL.reply(200)",
    "nock('https://api.test')CELL.reply(200)",
    "CELL.get('/a').reply(200)",
    "nock('https://api.test', { CELL }).get('/a').reply(200)",
    "nock('https://api.test').get('/a').reply(200)\nconst found = CELL\nawait load()",
    "nock('https://api.test').get('/a').reply(200)\nCELL\nawait load()",
  ],
  "From undici's MockAgent": [
    ['undici'],
    'agent.enableCallHistory()\nexpect(CELL).toHaveLength(1)',
    'pool.CELL.reply(200)',
    "pool.intercept({ path: '/a' })CELL",
    "pool.intercept({ path: '/a' })CELL.reply(200)",
    "pool.intercept({ path: '/a' }).reply(200)CELL",
    'agent.CELL',
  ],
  'From fetch-mock': [
    ['fetch-mock'],
    'fetchMock.get(CELL, 200)',
    "fetchMock.get('path:/a', CELL)",
    "fetchMock.get('path:/a', 200, CELL)",
  ],
  'From axios-mock-adapter': [
    ['axios-mock-adapter'],
    'CELL\nawait load()',
    'CELL.reply(200)',
    "mock.onGet('/a')CELL",
    "mock.onGet('/a')CELL.reply(200)",
    "mock.onGet('/a', CELL).reply(200)",
  ],
  'From jest-fetch-mock, vitest-fetch-mock, or a function of your own': [
    ['jest-fetch-mock', 'fetch'],
    "fetchMock.mockResponse('a')\nCELL",
  ],
}

/** The pieces of code that a cell opens with. What follows them is an explanation. */
function codesOf(cell: string): string[] {
  const [opening] = /^(?:`[^`]+`(?:, )?)*/.exec(cell) ?? ['']
  return [...opening.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/** Rows whose cells open with code. One that opens with text is advice, and one with `…` on its left cannot be run. */
const rows = PAGE.split(/^## /m).flatMap((section) => {
  const [heading = ''] = section.split('\n', 1)
  const cells = heading in AROUND ? [...section.matchAll(/^\| (`.*?) \| (`.*) \|$/gm)] : []
  return cells.flatMap(([, left = '', right = '']) => {
    const [there, here] = [codesOf(left), codesOf(right)]
    // As many pieces on both sides are pairs.
    return there.map((code, i) => ({
      heading,
      code,
      becomes: here.length === there.length ? here.slice(i, i + 1) : here,
    }))
  })
})

/** A piece of code as a file has it: declared on the mocks, among other options, with anything for `…`. */
function patternOf(code: string): RegExp {
  const part = code
    .replace(/^(?:rest|mocks(?:\.use|\.expect)?)(?=\.)/, '')
    .replace(/^\{ (.*) \}$/, '$1')
    .replace(/\)$/, '')
  const escaped = part.split('…').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s*'))
  return new RegExp(escaped.join('[^]*?'))
}

const project = fileIn({ nock: '15.0.0' }, 'users.test.js')

/** What the command makes of a cell, in each of the statements that it can convert. */
function convertedOf(heading: string, code: string): string[] {
  const [names = [], ...around] = AROUND[heading] ?? []
  const bodies = ['CELL', ...around].map((statement) => statement.replace('CELL', () => code))
  const texts = names.flatMap((name) =>
    bodies.map((body) => `${HEADS[name].trimEnd()}\ntest('a', async () => {\n  ${body}\n})\n`),
  )
  return texts.flatMap((text) => {
    const result = rewrite(text, project)
    return result?.left.length === 0 ? [result.text] : []
  })
}

const run = rows.filter(({ code, becomes }) => becomes.length > 0 && !code.includes('…'))

test.each(run)('migrating.md, $heading: $code', ({ heading, code, becomes }) => {
  const patterns = becomes.map(patternOf)
  const converted = convertedOf(heading, code)
  if (converted.some((text) => patterns.some((pattern) => pattern.test(text)))) return
  expect.fail(`${becomes.join(', ')} is not what the command makes of it:\n${converted.join('\n')}`)
})

test('most rows of migrating.md are run', () => {
  expect(run.length).toBeGreaterThan(100)
})
