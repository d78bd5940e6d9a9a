import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../src/command.ts'
import { compareTests } from '../src/compare-tests.ts'
import { useProject } from './project.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Compares what two runs of the tests print. */
function compared(before: string, after: string): { text: string; isWorse: boolean } {
  writeFileSync(join(folder, 'results'), before)
  const compare = compareTests(folder, 'cat results')
  writeFileSync(join(folder, 'results'), after)
  const { lines, isWorse } = compare()
  return { text: lines.join('\n'), isWorse }
}

const jestTest = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
})

const jestFile = (name: string, status: string, ...assertionResults: ReturnType<typeof jestTest>[]) => ({
  name: join(folder, name),
  status,
  message:
    status === 'passed' ? '' : "  ● Test suite failed to run\n\n    Cannot find module './a'\n\n      at a.js:1\n",
  assertionResults,
})

const jest = (...testResults: ReturnType<typeof jestFile>[]) =>
  `> jest --json\n\n{"id":1}\n${JSON.stringify({ numFailedTests: 1, testResults })}\n`

describe('what the tests did before and do now, of the JSON of Jest', () => {
  test('tests that fail, do not run and pass now are named, the first line of an error with them', () => {
    const before = jest(
      jestFile(
        'test/users.test.js',
        'failed',
        jestTest('users lists', 'passed'),
        jestTest('users reads one', 'passed'),
        jestTest('users adds one', 'failed', 'Error: 500'),
        jestTest('users removes one', 'failed', 'Error: 500'),
        jestTest('users later', 'pending'),
      ),
      jestFile('test/teams.test.js', 'passed', jestTest('lists', 'passed')),
    )
    const after = jest(
      jestFile(
        'test/users.test.js',
        'failed',
        jestTest('users lists', 'passed'),
        jestTest('users reads one', 'failed', '\u001B[31mError: No stub answers GET /users/1\u001B[39m\n    at a.js:1'),
        jestTest('users adds one', 'passed'),
        jestTest('users removes one', 'failed', 'Error: 500'),
        jestTest('users later', 'pending'),
      ),
      jestFile('test/teams.test.js', 'failed'),
    )
    expect(compared(before, after)).toEqual({
      text: `Of 3 tests that passed before, 1 passes now.

These fail now, and did not before:
  test/users.test.js > users reads one: Error: No stub answers GET /users/1
  test/teams.test.js: Cannot find module './a'

These passed before, and do not run now:
  test/teams.test.js > lists

These failed before, and pass now:
  test/users.test.js > users adds one
`,
      isWorse: true,
    })
  })

  test('of several reports, as a monorepo prints, all but the first were not read', () => {
    const one = jest(jestFile('a.test.js', 'passed', jestTest('a', 'passed')))
    const other = (status: string) => jest(jestFile('b.test.js', status, jestTest('b', status)))
    expect(
      compared(one + other('passed'), one + other('failed')).text,
    ).toBe(`Of 2 tests that passed before, 1 passes now.

These fail now, and did not before:
  b.test.js > b
`)
  })

  test('a file that fails behind its tests, as in a hook, is named', () => {
    const lists = jestTest('lists', 'passed')
    const { text } = compared(
      jest(jestFile('a.test.js', 'passed', lists)),
      jest(jestFile('a.test.js', 'failed', lists)),
    )
    expect(text).toBe(`Of 1 test that passed before, 1 passes now.

These fail now, and did not before:
  a.test.js: Cannot find module './a'
`)
  })

  test('nothing is named if all is as it was', () => {
    const all = jest(jestFile('a.test.js', 'failed', jestTest('a', 'passed'), jestTest('b', 'failed', 'Error')))
    expect(compared(all, all)).toEqual({ text: 'Of 1 test that passed before, 1 passes now.\n', isWorse: false })
  })
})

const NODE = `TAP version 13
# Subtest: users
    # Subtest: lists
    ok 1 - lists
      ---
      duration_ms: 0.4
      ...
    # Subtest: reads one
    not ok 2 - reads one
      ---
      failureType: 'testCodeFailure'
      error: |-
        No stub answers GET /users/1

        The nearest one
      code: 'NO_MATCH'
      ...
    1..2
not ok 1 - users
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
1..1
`

const VITEST = `TAP version 13
1..1
not ok 1 - users.test.ts # time=5.64ms {
    1..2
    ok 1 - lists # time=2.02ms
    not ok 2 - reads one # time=1.69ms
        ---
        error:
            name: "MissError"
            message: "No stub answers GET /users/1"
        at: "users.test.ts:2:68"
        ...
}
`

const MOCHA = `a line of the tests
ok 1 users lists
not ok 2 users reads one
  No stub answers GET /users/1
  Error: No stub answers GET /users/1
      at Context.<anonymous> (a.spec.cjs:1:146)
# tests 2
# pass 1
# fail 1
1..2
`

const AVA = `TAP version 13
ok 1 - users › lists
not ok 2 - users › reads one
  ---
    name: MissError
    message: No stub answers GET /users/1
  ...
1..2
`

describe('what the tests do now, of the TAP', () => {
  test.each([
    ['of node:test', NODE, 'users > reads one: No stub answers GET /users/1'],
    ['of Vitest', VITEST, 'users.test.ts > reads one: No stub answers GET /users/1'],
    ['of Mocha', MOCHA, 'users reads one'],
    ['of AVA', AVA, 'users › reads one: No stub answers GET /users/1'],
  ])('%s', (_, after, failing) => {
    const before = after.replaceAll('not ok', 'ok')
    expect(compared(before, after).text).toBe(`Of 2 tests that passed before, 1 passes now.

These fail now, and did not before:
  ${failing}
`)
  })

  test('tests of one name, as those of tape, are distinguished by their place', () => {
    const before = '1..3\nok 1 should be equal\nok 2 should be equal\nok 3 # SKIP should be equal\n'
    const after = '1..3\nok 1 should be equal\nnot ok 2 should be equal\nok 3 # SKIP should be equal\n'
    expect(compared(before, after).text).toBe(`Of 2 tests that passed before, 1 passes now.

These fail now, and did not before:
  should be equal (2)
`)
  })

  test('nothing runs any more', () => {
    expect(compared('1..1\nok 1 lists\n', 'SyntaxError\n')).toEqual({
      text: `Of 1 test that passed before, 0 pass now.

These passed before, and do not run now:
  lists
`,
      isWorse: true,
    })
  })
})

const USERS = `import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MockAgent, setGlobalDispatcher } from 'undici'

const agent = new MockAgent()
before(() => {
  agent.disableNetConnect()
  setGlobalDispatcher(agent)
})

test('lists users', async () => {
  agent.get('https://api.test').intercept({ path: '/users' }).reply(200, [])
  assert.equal((await fetch('https://api.test/users')).status, 200)
})

test('nobody answers', async () => {
  await assert.rejects(fetch('https://api.test/teams'))
})
`

describe('the command with --test', () => {
  const project = useProject({ 'package.json': '{ "type": "module" }', 'users.test.js': USERS }, ['undici'])
  const NODE_TEST = `"${process.execPath}" --test --test-reporter=tap users.test.js`

  test('a test that fails now is named behind the table, and the exit code is 1', { timeout: 60_000 }, () => {
    const { code, text } = project.migrate('users.test.js', '--test', NODE_TEST)
    expect({ code, text: text.slice(text.indexOf('Of 2')) }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "text": "Of 2 tests that passed before, 1 passes now.

      These fail now, and did not before:
        nobody answers: No stub answers GET https://api.test/teams

      When a test fails, see "What to check" in docs/guide/migrating.md of mynah
      ",
      }
    `)
  })

  test('the files stay as they are if the results cannot be read', () => {
    expect(() => project.migrate('users.test.js', '--test', 'echo fine')).toThrow(
      "'echo fine' prints no test results: Jest does with --json, other runners with their reporter for TAP",
    )
    expect(project.read('users.test.js')).toBe(USERS)
  })
})

test('--test without --write is refused', () => {
  expect(runCommand(['*.test.js', '--test', 'npx jest --json'], folder)).toEqual({
    code: 1,
    stream: 'stderr',
    text: 'mynah-migrate: --test compares the tests before and after: add --write\n',
  })
})
