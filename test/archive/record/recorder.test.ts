import { expect, test } from 'vitest'
import { currentRecorder, type Recorder } from '../../../src/archive/record/recorder.ts'

interface Surroundings {
  /** From the working directory; `undefined` for a process without one. */
  readonly script: string | undefined
  readonly env?: Readonly<Record<string, string>>
  readonly expect?: unknown
}

const ANY: unknown = expect.any(Object)

const NAMES = ['JEST_WORKER_ID', 'NODE_TEST_CONTEXT']

/** Returns the recorder of a process outside of Vitest. */
function recorderIn({ script, env = {}, expect: global }: Surroundings): Recorder {
  const globals = globalThis as { __vitest_worker__?: unknown; expect?: unknown }
  const { __vitest_worker__: worker, expect: ownExpect } = globals
  const { argv } = process
  const before = NAMES.map((name) => process.env[name])
  globals.__vitest_worker__ = undefined
  globals.expect = global
  process.argv = script === undefined ? ['node'] : ['node', `${process.cwd()}/${script}`]
  for (const name of NAMES) delete process.env[name]
  Object.assign(process.env, env)
  try {
    return currentRecorder()
  } finally {
    globals.__vitest_worker__ = worker
    globals.expect = ownExpect
    process.argv = argv
    for (const [index, name] of NAMES.entries()) {
      const value = before[index]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

test('Vitest says which file is run', () => {
  expect(currentRecorder()).toMatchObject({
    name: 'test/archive/record/recorder.test.ts',
    command: 'npx vitest run test/archive/record/recorder.test.ts',
    run: expect.stringMatching(/^npx vitest run \d+$/),
  })
  expect(currentRecorder().session).toBe(currentRecorder().session)
})

test('Jest says which file is run', () => {
  const getState = () => ({ testPath: `${process.cwd()}/test/users.test.js` })
  const recorder = recorderIn({ script: 'jest-worker.js', env: { JEST_WORKER_ID: '1' }, expect: { getState } })
  expect(recorder).toMatchObject({ name: 'test/users.test.js', command: 'npx jest test/users.test.js' })
})

test('requests before any test file of Jest belong to the script', () => {
  expect(recorderIn({ script: 'jest.js', env: { JEST_WORKER_ID: '1' } }).name).toBe('jest.js')
})

test('node:test runs a script', () => {
  const recorder = recorderIn({ script: 'test/users.js', env: { NODE_TEST_CONTEXT: 'child-v8' } })
  expect(recorder).toEqual({
    name: 'test/users.js',
    run: undefined,
    session: ANY,
    command: 'node --test test/users.js',
  })
})

test('node runs a script', () => {
  const recorder = recorderIn({ script: 'test/users.js' })
  expect(recorder).toEqual({ name: 'test/users.js', run: undefined, session: ANY, command: 'node test/users.js' })
})

test('without a script there is no command to run again', () => {
  expect(recorderIn({ script: undefined })).toEqual({ name: 'script', run: undefined, session: ANY, command: 'node' })
})
