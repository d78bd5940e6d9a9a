import assert from 'node:assert/strict'

/** How the stories of src/Headless.stories.tsx that have to fail do so. All others pass. */
const REPORTS = {
  Missed: /No stub answers GET http:.*\/api\/groups\s+Nearest: rest\.get\('\/api\/users'\)/,
  Unmet: /An expected request did not arrive\s+Expected: mocks\.expect\.post\('\/api\/users'\)/,
  Asserted:
    /expect\(mocks\)\.toHaveRequested\('POST \/api\/users', \{ body: \{ name: 'Ada' \} \}\)\s+Nearest: GET http:.*\/api\/users/,
  WrongKey:
    /parameters\.mynah: 'rutes' is not a parameter; use routes, variants or verify\s+Write {2}parameters: \{ mynah: \{ routes: \[\] \} \}/,
}

const STORIES = ['Routed', 'Chosen', 'Overridden', 'OverriddenInPlay', 'Missed', 'Unverified', 'Unmet', 'Asserted']

/** Each story, and the one after it, which has to be as if nothing had been. */
export const ORDER = [...STORIES, 'WrongKey'].flatMap((name) => [name, `After${name}`])

/**
 * Compares a report, as Jest and Vitest write it with `--json`, with the table above. `storyOf` returns the name of a result's
 * story. A story that has to fail does so once, with its report.
 */
export function checkOutcomes(runner, { testResults }, storyOf = ({ title }) => title) {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const stories = results.map((result) => ({ ...result, story: storyOf(result).replaceAll(' ', '') }))
  assert.deepEqual(stories.map(({ story }) => story).sort(), [...ORDER].sort(), runner)
  for (const { story, status, failureMessages } of stories) {
    const report = REPORTS[story]
    assert.equal(status, report ? 'failed' : 'passed', `${runner}: ${story} ${status}\n${failureMessages.join('\n')}`)
    if (!report) continue
    assert.equal(failureMessages.length, 1, `${runner}: ${story} failed more than once\n${failureMessages.join('\n')}`)
    assert.match(failureMessages[0], report, `${runner}: ${story}`)
  }
  console.log(`${runner}: ${stories.length} stories as they have to be`)
}
