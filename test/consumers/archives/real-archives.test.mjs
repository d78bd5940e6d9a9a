import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import Ajv from 'ajv'
import harExamples from 'har-examples'
import harSchema from 'har-schema'
import { setupMocks } from 'mynah'
import { har, toHar } from 'mynah/har'
import ts from 'typescript'
import { browse } from './browse.mjs'
import { findChromium } from './consumers/launch-options.mjs'
import { assertReplays, initOf, isAnswered } from './replay.mjs'

const run = promisify(execFile)
const FOLDER = new URL('./printed/', import.meta.url)

/** The names of the archives that Chromium makes. */
const BROWSED = findChromium() ? ['chromium', 'playwright'] : []

/** The archives by name: those of har-examples, and two of a page in Chromium. */
const archives = { ...harExamples }
before(async () => {
  if (BROWSED.length > 0) Object.assign(archives, await browse())
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
})
after(() => rmSync(FOLDER, { recursive: true, force: true }))

const NAMES = [...Object.keys(harExamples), ...BROWSED]

const COMMAND = new URL('./node_modules/.bin/mynah', import.meta.url).pathname

/** Prints an archive as routes, by the installed command, once; returns the file. */
async function print(name) {
  const routes = new URL(`${name}.ts`, FOLDER)
  if (!existsSync(routes)) {
    const file = new URL(`${name}.har`, FOLDER)
    writeFileSync(file, JSON.stringify(archives[name]))
    const { stdout } = await run(COMMAND, ['routes', file.pathname], { maxBuffer: 1e8 })
    writeFileSync(routes, stdout)
  }
  return routes.pathname
}

for (const name of NAMES) {
  test(`${name}: every entry, asked again by fetch and by http, gets its recorded answer`, async (t) => {
    const archive = archives[name]
    const answered = archive.log.entries.filter(isAnswered).length
    const count = await assertReplays(archive)
    assert.equal(count, 2 * answered)
    assert.equal(await assertReplays(archive, har(`\ufeff${JSON.stringify(archive)}`)), count)
    t.diagnostic(`${answered} of ${archive.log.entries.length} entries were answered; ${har(archive).length} stubs`)
  })

  test(`${name}: printed routes answer as the archive does`, async () => {
    const text = readFileSync(await print(name), 'utf8')
    const { outputText } = ts.transpileModule(text, { compilerOptions: { module: 'esnext', target: 'es2022' } })
    const module = new URL(`${name}.mjs`, FOLDER)
    writeFileSync(module, outputText)
    const loaded = await import(module)
    assert.equal(loaded.routes.length, har(archives[name]).length)
    await assertReplays(archives[name], loaded.routes)
    // Each route takes a line or a few, beside the bodies that stand in it.
    assert.ok(text.length < 1000 + 2 * JSON.stringify(archives[name]).length)
  })
}

test(`Chromium’s page was saved whole${BROWSED.length > 0 ? '' : ' (this machine has no Chromium)'}`, () => {
  for (const name of BROWSED) {
    const seen = archives[name].log.entries.filter(isAnswered).map(({ request, response }) => {
      const { pathname } = new URL(request.url)
      return `${request.method} ${pathname} ${response.status}`
    })
    for (const wanted of ['GET / 200', 'GET /users 200', 'POST /users 201', 'GET /missing 404', 'GET /moved 302']) {
      assert.ok(seen.includes(wanted), `${name} lacks ${wanted}: ${seen.join(', ')}`)
    }
  }
})

test('printed routes compile under strict settings', async () => {
  const files = []
  for (const name of NAMES) files.push(await print(name))
  const options = {
    strict: true,
    noUnusedLocals: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  }
  const { options: read } = ts.convertCompilerOptionsFromJson(
    {
      ...options,
      target: 'es2022',
      module: 'node16',
      lib: ['es2023', 'dom', 'esnext.disposable'],
      types: ['node'],
      skipLibCheck: true,
      noEmit: true,
    },
    '.',
  )
  const messages = ts
    .getPreEmitDiagnostics(ts.createProgram(files, read))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  assert.deepEqual(messages, [])
})

test('printed routes are formatted', async () => {
  const config = {
    formatter: { indentStyle: 'space', lineWidth: 120 },
    javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded' } },
  }
  writeFileSync(new URL('biome.json', import.meta.url), JSON.stringify(config))
  const files = []
  for (const name of NAMES) files.push(await print(name))
  await assert.doesNotReject(run('node_modules/.bin/biome', ['format', ...files]))
})

test('what toHar writes is valid by the schemas of the format', async () => {
  const ajv = new Ajv({ meta: false, schemaId: 'auto', unknownFormats: 'ignore' })
  ajv.addMetaSchema(createRequire(import.meta.url)('ajv/lib/refs/json-schema-draft-06.json'))
  for (const schema of Object.values(harSchema)) if (schema.$id) ajv.addSchema(schema)
  const validate = ajv.getSchema('har.json#')
  for (const name of NAMES) {
    const mocks = setupMocks(har(archives[name]))
    for (const { request } of archives[name].log.entries.filter(isAnswered)) {
      await mocks.fetch(request.url, { ...(await initOf(request)), redirect: 'manual' })
    }
    const archive = JSON.parse(JSON.stringify(toHar(mocks.calls())))
    mocks.stop()
    assert.ok(validate(archive), `${name}: ${JSON.stringify(validate.errors)}`)
  }
})
