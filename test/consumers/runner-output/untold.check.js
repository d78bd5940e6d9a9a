import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jest, mocha, run, vitest } from './run.js'

/* Nothing ends the mocks of these projects, and the tests swallow an unmatched request: the run has to fail with it. */

const report = (path) => `No stub answers GET https://api.test/${path}\n`

const rootHook = (...args) => mocha('--require', './mocha/hooks.cjs', 'mocha/*.test.cjs', ...args)

function includes(output, ...texts) {
  for (const text of texts) assert.ok(output.includes(text), `${JSON.stringify(text)} is missing in\n${output}`)
}

describe('Jest with `injectGlobals: false` fails each file', () => {
  for (const where of ['--runInBand', '--maxWorkers=2']) {
    test(where, async () => {
      const { code, output } = await jest('jest-globals', where)
      includes(output, report('a'), report('b'), 'Test Suites: 2 failed')
      assert.equal(code, 1)
    })
  }
})

describe('Jest with mocks that start in `setupFiles`, or in a test, fails each test', () => {
  for (const where of ['--runInBand', '--maxWorkers=2']) {
    test(where, async () => {
      const { code, output } = await jest('jest-setup', where)
      includes(output, '● swallows\n', report('a'), report('b'))
      includes(output, '● swallows with mocks of its own\n', report('c'))
      includes(output, '● expects a request that does not come\n', 'An expected request did not arrive\n')
      includes(output, 'Tests:       4 failed, 1 passed, 5 total')
      assert.ok(!output.includes(report('d')), output)
      assert.ok(!output.includes('mynah:'), output)
      assert.equal(code, 1)
    })
  }
})

describe('Mocha with a root hook `beforeAll` and no `afterAll` ends with exit code 1', () => {
  for (const args of [[], ['--exit'], ['--parallel']]) {
    test(args.join(' ') || 'without arguments', async () => {
      const { code, output } = await rootHook(...args)
      includes(output, '1 passing', '1 failing', '"after all" hook: mynah in "{root}"', report('a'))
      assert.ok(!output.includes('mynah:'), output)
      assert.equal(code, 1)
    })
  }
})

describe('Vitest without globals fails each file whose mocks start in `setupFiles`', () => {
  for (const pool of ['forks', 'threads', 'vmThreads']) {
    test(pool, async () => {
      const { code, output } = await vitest('--root=vitest', `--pool=${pool}`)
      includes(output, report('a'), report('b'))
      assert.equal(code, 1)
    })
  }
})

describe('node:test with `before` and no `after` fails the test', () => {
  for (const args of [['--test'], ['--test', '--test-isolation=none'], []]) {
    test(args.join(' ') || 'the file alone', async () => {
      const { code, output } = await run(...args, '--test-reporter=tap', 'node-test/users.test.cjs')
      includes(output, 'not ok 1 - swallows', report('a').trim())
      assert.ok(!output.includes('mynah:'), output)
      assert.equal(code, 1)
    })
  }
})
