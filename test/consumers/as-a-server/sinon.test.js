import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const STATUS = { 'the status of a fetch': 200 }
const BODY = { 'the body of a fetch': 'ab' }
const HTTP = { http: 'ab' }

/** `works` are the clients that Node itself can run then: it reads bodies by `queueMicrotask`, and writes http by `nextTick`. */
const ROWS = [
  { toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], works: { ...STATUS, ...BODY, ...HTTP } },
  { toFake: ['nextTick'], works: { ...STATUS, ...BODY } },
  { toFake: ['queueMicrotask'], works: { ...STATUS, ...HTTP } },
  { toFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date'], works: STATUS },
]

test.for(ROWS)(
  'fake timers of sinon, installed before the import: $toFake',
  { timeout: 30_000 },
  async ({ toFake, works }) => {
    const asked = JSON.stringify({ toFake, works: Object.keys(works) })
    const { stdout } = await promisify(execFile)(process.execPath, ['ask-after-sinon.js', asked])
    expect(JSON.parse(stdout)).toEqual(works)
  },
)
