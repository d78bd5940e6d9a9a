import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/* Each test of the folder `failing` fails with one error, the report, and has its calls attached. */
const { stdout, status } = spawnSync('npx', ['playwright', 'test', '--reporter=json'], {
  env: { ...process.env, TEST_DIR: 'failing' },
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 2 ** 28,
})
assert.equal(status, 1)
const report = JSON.parse(stdout)
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
const specs = report.suites.flatMap(specsOf)
const results = Object.fromEntries(specs.map(({ title, tests }) => [title, tests[0].results[0]]))
const EXPECTED = {
  'a miss': [/^UnmatchedRequestError: No stub answers GET http:\/\/localhost:3123\/api\/user\n\nNearest: /],
  'two misses': [
    /^Error: 2 failures\n\nNo stub answers GET \S+\/api\/user\n[\s\S]*No stub answers GET \S+\/api\/teams\n/,
  ],
  'a redirect to the network': [/No stub answers GET http:\/\/localhost:3123\/api\/secret\n/],
  'an expectation that does not come': [/POST \/api\/users|rest\.post\('\/api\/users'/],
  'as Playwright does not take it': [
    /^RouteDefinitionError: test\.use\(\{ routes \}\): [\s\S]*Write {2}test\.use\(\{ routes: \[\[rest\.get\('\/api\/teams', …\), …\], \{ scope: 'test' \}\] \}\)$/,
  ],
  'a miss of the server': [
    /^UnmatchedRequestError: No stub answers GET http:\/\/localhost:3124\/api\/missing\n[\s\S]*The application's server sent this request, at express\.mjs:\d+/,
  ],
  'an EventSource': [/No stub answers GET http:\/\/localhost:3123\/api\/events\n/],
}
assert.deepEqual(Object.keys(results).sort(), Object.keys(EXPECTED).sort())
for (const [title, [message]] of Object.entries(EXPECTED)) {
  const { errors, attachments } = results[title]
  assert.equal(errors.length, 1, title)
  assert.match(stripVTControlCharacters(errors[0].message), message, title)
  const har = attachments.find(({ name }) => name === 'calls.har')
  assert.equal(har !== undefined, message.source.includes('No stub'), title)
  if (har) {
    const { log } = JSON.parse(har.path ? readFileSync(har.path, 'utf8') : Buffer.from(har.body, 'base64').toString())
    assert.match(log.entries[0].request.url, /\/api\//)
  }
}
console.log(`${Object.keys(EXPECTED).length} tests failed as they should`)
