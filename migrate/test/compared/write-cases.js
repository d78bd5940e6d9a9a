import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MODULES = join(import.meta.dirname, 'node_modules')

/** Writes a test file for each row, into a folder that has the packages, the library's in the version that `name` stands for. */
export function writeCases(folder, library, name, rows, side) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  const hasAlias = existsSync(join(MODULES, name))
  for (const one of readdirSync(MODULES)) {
    const at = join(folder, 'node_modules', one)
    // A link to another name would be a package of that name.
    if (one === library && hasAlias) cpSync(join(MODULES, name), at, { recursive: true })
    else if (!one.startsWith('.')) symlinkSync(join(MODULES, one), at)
  }
  const mynah = join(folder, 'node_modules/mynah')
  mkdirSync(mynah)
  symlinkSync(join(MODULES, '../../../../src/entries'), join(mynah, 'entries'))
  writeFileSync(
    join(mynah, 'package.json'),
    JSON.stringify({ version: '0.1.0', type: 'module', exports: './entries/index.ts' }),
  )
  const texts = {
    'package.json': { type: 'module', devDependencies: { vitest: '*', [library]: '*' } },
    'tsconfig.json': { compilerOptions: { allowJs: true, types: ['vitest/globals', 'node'], lib: ['esnext', 'dom'] } },
    'cases.json': Object.fromEntries(rows.map((row) => [row.file, row])),
  }
  for (const [file, value] of Object.entries(texts)) writeFileSync(join(folder, file), JSON.stringify(value))
  writeFileSync(join(folder, 'a.json'), '{"id":1}')
  writeFileSync(join(folder, 'a.txt'), 'text')
  for (const { files = {} } of rows)
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  for (const row of rows) writeFileSync(join(folder, row.file), textOf(row, side))
}

/** A line that reads what was sent. */
const READS =
  /^\s*(?:await )?(?:expect\(|assert\.|(?:const|let) .*= .*(?:calls|called|history|\blast|[dD]one|pending|requests\())|\.(?:done|assertNoPendingInterceptors)\(\)|(?:pool|agent)\.close\(/

/** What answers, for a form that only reads. */
const ANSWERS = {
  nock: "nock('https://api.test').persist().get('/a').reply(200, { id: 1 })",
  'fetch-mock': 'fetchMock.any({ id: 1 })',
  undici: "agent.get('https://api.test').intercept({ path: '/a', method: 'GET' }).reply(200, { id: 1 }).persist()",
}

/** A line that changes what was declared. */
const RESETS = /^(?:nock|fetchMock|mock)\.(?:\w*[rR]eset\w*|cleanAll|mockRestore|emitter|clear)|(?:active|pending)Mocks/

function answersOf(library, form) {
  if (library === 'nock' && /(?:pending|active)Mocks/.test(form))
    return ["nock('https://api.test').get('/a').reply(200)"]
  return /pending/i.test(form) || !ANSWERS[library] ? [] : [ANSWERS[library]]
}

/** What the file has in addition before it is migrated, so that it runs, and leaves nothing to the next. */
const BEFORE = {
  nock: `
beforeAll(() => nock.isActive() || nock.activate())
afterAll(() => { nock.cleanAll(); nock.enableNetConnect() })`,
  'fetch-mock': `
beforeAll(() => fetchMock.mockGlobal?.())
afterAll(() => { (fetchMock.hardReset ?? fetchMock.restore).call(fetchMock, { includeSticky: true }) })`,
}

function textOf({ library, form, head }, side) {
  const lines = form.split('\n')
  // What a server needs stands before it.
  const last = lines.findLastIndex((line) => /^const (?:server|worker|api) =/.test(line))
  const top = library === 'msw' ? lines.filter((line, index) => index <= last || line.startsWith('test(')) : []
  const inside = lines.filter((line) => !top.includes(line)).map((line) => line.trim())
  // The requests come before what reads them.
  const found = inside.findIndex((line) => READS.test(line))
  const reading = found < 0 ? inside.length : found
  const answers = found === 0 || RESETS.test(inside[0] ?? '') ? answersOf(library, form) : []
  const value = found < 0 ? undefined : /^const (\w+) =/.exec(inside.at(-1))?.[1]
  const body = [...answers, ...inside.slice(0, reading), 'await sendAll()', ...inside.slice(reading)]
  if (value) body.push(`noteValue(${value})`)
  const start = [side === 'old' ? (BEFORE[library] ?? '') : '', head.trimEnd(), ...top, ...hooksOf(form, top)]
  return `${start.join('\n')}\ntest('a', async () => {\n  ${body.join('\n  ')}\n})\n`
}

/** The hooks of msw's server, which the forms do not have. */
function hooksOf(form, top) {
  const text = top.join('\n')
  if (/^const worker/m.test(text)) {
    const start = form.includes('.start(') ? [] : ['beforeAll(() => worker.start({ quiet: true }))']
    return [...start, ...(form.includes('.stop(') ? [] : ['afterAll(() => worker.stop())'])]
  }
  if (!/^const server/m.test(text)) return []
  return [
    ...(form.includes('.listen(') ? [] : ["beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))"]),
    'afterAll(() => server.close())',
  ]
}
