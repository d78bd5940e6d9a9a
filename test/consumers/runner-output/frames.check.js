import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { jest, mocha, nodeTest, vitest } from './run.js'

/* The first line of a stack behind the message of an error is the user's, and not one of mynah's own. */

const CASES = readFileSync(new URL('frames/cases.cjs', import.meta.url), 'utf8').split('\n')
const MARKED = CASES.flatMap((line, index) => (line.endsWith('// here') ? [index + 1] : []))
const MESSAGES = [
  "RouteDefinitionError: rest.get('/users'): 'stauts' is not a setting",
  'UnmatchedRequestError: No stub answers GET https://api.test/nope',
  "MynahError: mocks.waitFor: waited 1 ms for 1 call of '/nope'",
  "MynahError: mocks.waitFor: waited 1 ms for 1 call of '/nope'",
  'MynahError: An expected request did not arrive',
  'MynahError: The response to GET /pets breaks its contract',
  'MynahError: The response to GET /pets breaks its contract',
  'UnmatchedRequestError: No stub answers GET https://api.test/swallowed',
  'MynahError: An expected request did not arrive',
  'MynahError: The response to GET /pets breaks its contract',
  'RangeError: the resolver is broken',
  'UnmatchedRequestError: No stub answers GET https://api.test/unawaited',
]

const RUNNERS = {
  Jest: () => jest('.', 'frames/globals.test.cjs'),
  Vitest: () => vitest('--globals', 'frames/globals.test.cjs'),
  Mocha: () => mocha('frames/mocha.cjs'),
  'node:test': () => nodeTest('frames/node.cjs'),
}

/** Returns the place of the first frame behind each message that begins with a text. */
function firstPlaces(output, message) {
  const lines = output
    .replaceAll('Error [', '')
    .replaceAll(/^(\s*\w+)\]:/gm, '$1:')
    .split('\n')
  return lines.flatMap((line, index) => {
    if (!line.trim().startsWith(message)) return []
    const frame = lines.slice(index).find((one) => /^\s*(at|❯) .*:\d+:\d+/.test(one))
    return [
      /([\w./-]*\w+\.\w+):(\d+):\d+/
        .exec(frame ?? '')
        ?.slice(1)
        .join(':')
        .split('/')
        .at(-1),
    ]
  })
}

for (const [name, run] of Object.entries(RUNNERS)) {
  describe(name, () => {
    const ran = run()

    for (const [index, message] of MESSAGES.entries()) {
      test(`${message}: line ${MARKED[index]}`, async () => {
        const { output } = await ran
        const places = firstPlaces(output, message)
        assert.ok(places.includes(`cases.cjs:${MARKED[index]}`), `${places}\n${output}`)
        assert.deepEqual(
          places.filter((place) => !MARKED.some((line) => place === `cases.cjs:${line}`)),
          [],
        )
      })
    }

    test('prints no long line of the bundle', async () => {
      const { output } = await ran
      assert.deepEqual(
        output.split('\n').filter((line) => line.length > 400),
        [],
      )
    })

    test('prints no frame of mynah, and no insides of a stub', async () => {
      const { output } = await ran
      assert.deepEqual(
        output.split('\n').filter((line) => /node_modules[\\/]mynah[\\/]|parts: \{/.test(line)),
        [],
      )
    })
  })
}
