import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { MynahError, RouteDefinitionError } from '../../src/core/errors.ts'
import { UnmatchedRequestError } from '../../src/core/explain/explain.ts'
import { addToMessage, startAtUser, typeError, withoutLibraryFrames } from '../../src/core/frames.ts'

const USER = '    at Object.<anonymous> (/project/test/users.test.js:3:6)'
const RUNNER = '    at runTest (/project/node_modules/vitest/dist/runner.js:915:17)'
const OWN = '    at ge (/project/node_modules/mynah/dist/index.js:20:225)'
const NODE = '    at Module._compile (node:internal/modules/cjs/loader:1521:14)'

const stacks: readonly { title: string; own: readonly string[] }[] = [
  {
    title: 'a package of npm',
    own: [
      '    at ge (/project/node_modules/mynah/dist/shared/A.cjs:20:225)',
      '    at Object.n [as get] (/project/node_modules/mynah/dist/index.cjs:8:17)',
    ],
  },
  {
    title: 'a package of pnpm',
    own: ['    at ge (file:///project/node_modules/.pnpm/mynah@0.1.0/node_modules/mynah/dist/index.js:20:225)'],
  },
  { title: 'a package on Windows', own: ['    at ge (C:\\project\\node_modules\\mynah\\dist\\index.js:20:225)'] },
  {
    title: 'frames of Node between those of the package',
    own: [
      '    at ge (/project/node_modules/mynah/dist/index.js:20:225)',
      '    at AsyncLocalStorage.run (node:internal/async_local_storage/async_context_frame:63:14)',
      '    at new Promise (<anonymous>)',
      '    at async ge (/project/node_modules/mynah/dist/index.js:21:2)',
    ],
  },
  {
    title: 'frames of the engine without parentheses between those of the package',
    own: [
      '    at ge (/project/node_modules/mynah/dist/index.js:20:225)',
      '    at <anonymous>',
      '    at map (native)',
      '    at ge (/project/node_modules/mynah/dist/index.js:21:2)',
    ],
  },
  { title: 'none of the package', own: [] },
  { title: 'none of the package, but of Node', own: [NODE] },
  {
    title: 'frames of a client behind those of the package',
    own: [
      '    at ge (/project/node_modules/mynah/dist/index.js:20:225)',
      '    at async Axios.request (/project/node_modules/axios/dist/node/axios.cjs:4483:14)',
    ],
  },
]

test.each(stacks)('the line of the user follows the message: $title', ({ own }) => {
  const message = 'RouteDefinitionError: wrong\n\nWrite  right'
  expect(withoutLibraryFrames([message, ...own, USER, NODE].join('\n'))).toBe([message, USER, NODE].join('\n'))
})

test('a stack without a line of the user keeps the frames of Node', () => {
  const own = '    at ge (/project/node_modules/mynah/dist/index.js:20:225)'
  expect(withoutLibraryFrames(['Error: wrong', own, NODE, own].join('\n'))).toBe(['Error: wrong', NODE].join('\n'))
  expect(withoutLibraryFrames(['Error: wrong', NODE, own].join('\n'))).toBe(['Error: wrong', NODE].join('\n'))
})

test('the line of a user between own frames stays, with what called it', () => {
  const own = '    at ge (/project/node_modules/mynah/dist/index.js:20:225)'
  expect(withoutLibraryFrames(['Error: wrong', own, USER, own, NODE].join('\n'))).toBe(
    ['Error: wrong', USER, NODE].join('\n'),
  )
})

test.each([
  { title: 'no frame of the user', frames: [OWN, NODE], printed: [USER] },
  {
    title: 'a frame of the user',
    frames: [OWN, '    at ask (/project/src/ask.ts:1:1)'],
    printed: ['    at ask (/project/src/ask.ts:1:1)'],
  },
])('the other line stands in for the line of the user if there is $title', ({ frames, printed }) => {
  const otherwise = { stack: ['Error', USER].join('\n') }
  expect(withoutLibraryFrames(['Error: wrong', ...frames].join('\n'), { otherwise })).toBe(
    ['Error: wrong', ...printed].join('\n'),
  )
})

test('the number of frames that are kept is as before', () => {
  const { stackTraceLimit } = Error
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
  Error.stackTraceLimit = 5
  typeError('wrong')
  expect(Error.stackTraceLimit).toBe(5)
})

test.each([{ thrown: undefined }, { thrown: null }, { thrown: 'a text' }])(
  'what is thrown without a stack stays: $thrown',
  ({ thrown }) => {
    expect(startAtUser(thrown)).toBe(thrown)
  },
)

test('frames of the sources are own frames', () => {
  const source = new URL('../../src/core/show.ts', import.meta.url).pathname
  expect(withoutLibraryFrames(['Error: wrong', `    at show (${source}:1:1)`, USER].join('\n'))).toBe(
    ['Error: wrong', USER].join('\n'),
  )
})

test('in a bundle, no frame is of the sources, not even one named undefined', async () => {
  vi.resetModules()
  const bundled = await import('../../src/core/frames.ts')
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = () => ['Error', OWN].join('\n')
  onTestFinished(() => {
    Error.prepareStackTrace = prepareStackTrace
  })
  const user = '    at undefinedUser (/project/test/users.test.js:3:6)'
  expect(bundled.withoutLibraryFrames(['Error: wrong', OWN, user, NODE].join('\n'))).toBe(
    ['Error: wrong', user, NODE].join('\n'),
  )
})

test('a stack that is given no name keeps its first line', () => {
  expect(startAtUser(new TypeError('wrong')).stack).toMatch(/^TypeError: wrong\n/)
})

test('a message that looks like a frame stays before the frames of a trace', () => {
  const message = 'Error: wrong  at /users'
  expect(withoutLibraryFrames([message, USER].join('\n'), { trace: { stack: ['Error', RUNNER].join('\n') } })).toBe(
    [message, RUNNER, USER].join('\n'),
  )
})

const DECLARED = '    at Suite.<anonymous> (/project/test/users.test.js:1:8)'

test.each([
  { title: 'before the line that asked', frames: [OWN, USER, NODE], printed: [DECLARED, USER, NODE] },
  { title: 'instead of the frames of Node', frames: [OWN, NODE], printed: [DECLARED] },
  { title: 'instead of the frames of a runner', frames: [OWN, NODE, RUNNER], printed: [DECLARED] },
  { title: 'instead of own frames', frames: [OWN], printed: [DECLARED] },
])('a stack begins with the line of its trace, $title', ({ frames, printed }) => {
  const trace = { stack: ['Error', DECLARED].join('\n') }
  expect(withoutLibraryFrames(['Error: wrong', ...frames].join('\n'), { trace })).toBe(
    ['Error: wrong', ...printed].join('\n'),
  )
})

test("the line of a user's folder named (native) is the user's", () => {
  const own = '    at ge (/project/node_modules/mynah/dist/index.js:20:225)'
  const user = '    at load (/project/src/(native)/users.ts:3:6)'
  expect(withoutLibraryFrames(['Error: wrong', own, user, USER].join('\n'))).toBe(
    ['Error: wrong', user, USER].join('\n'),
  )
})

test('the stack of an error begins with the name of its class', () => {
  const errors = [new MynahError('RESOLVER', 'wrong'), new RouteDefinitionError('wrong')]
  expect(errors.map(({ stack }) => stack?.split('\n')[0])).toEqual(['MynahError: wrong', 'RouteDefinitionError: wrong'])
})

test('a stack of nothing but own frames is the message', () => {
  expect(withoutLibraryFrames(['Error: wrong', OWN, OWN].join('\n'))).toBe('Error: wrong')
})

test.each([
  { title: 'without frames', stack: ['Error: wrong', '', 'Write  right'] },
  { title: 'without frames, whose message names the package', stack: ['Error: cannot load', OWN.trim()] },
  { title: 'that begins with the line of the user', stack: ['Error: wrong', USER, RUNNER, NODE] },
  { title: 'of frames of Node alone', stack: ['Error: wrong', NODE] },
])('a stack $title stays as it is', ({ stack }) => {
  expect(withoutLibraryFrames(stack.join('\n'))).toBe(stack.join('\n'))
})

test('a message may look like a frame, and may be missing', () => {
  expect(withoutLibraryFrames(['Error: wrong  at /users', OWN, USER].join('\n'))).toBe(
    ['Error: wrong  at /users', USER].join('\n'),
  )
  expect(withoutLibraryFrames([OWN, USER].join('\n'))).toBe(USER)
})

/** Makes an error where a tool, such as a runner with source maps, writes the stacks. */
function errorWithStack(stack: unknown): RouteDefinitionError {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = () => stack
  try {
    return new RouteDefinitionError('wrong')
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}

test('an error of a declaration starts with the line of the user', () => {
  const own = '    at Object.n [as get] (/project/node_modules/mynah/dist/index.cjs:8:17)'
  const error = errorWithStack(['RouteDefinitionError: wrong', own, USER].join('\n'))
  expect(error.stack).toBe(['RouteDefinitionError: wrong', USER].join('\n'))
  expect(Object.getOwnPropertyDescriptor(error, 'stack')).toMatchObject({
    enumerable: false,
    configurable: true,
    writable: true,
  })
})

test.each([
  { title: 'that has no frames of mynah', stack: ['RouteDefinitionError: wrong', USER].join('\n') },
  { title: 'that a tool writes without the message', stack: USER },
  { title: 'that a tool keeps as a list of frames', stack: [{ file: 'users.test.js', line: 3 }] },
])('a stack stays as it is: one $title', ({ stack }) => {
  expect(errorWithStack(stack).stack).toBe(stack)
})

test('the classes of errors have names that no bundler shortens', () => {
  expect(
    [MynahError, RouteDefinitionError, UnmatchedRequestError].map(
      (one) => Object.getOwnPropertyDescriptor(one, 'name')?.value,
    ),
  ).toEqual(['MynahError', 'RouteDefinitionError', 'UnmatchedRequestError'])
})

describe('a paragraph that is added to the message of an error', () => {
  const PARAGRAPH = 'Not used: 1 stub'

  test.each<[title: string, message: string, stack: string, added: string]>([
    ['stands behind the message', 'a', 'Error: a\n    at b', 'Error: a\n\nNot used: 1 stub\n    at b'],
    ['of two lines', 'a\nat b', 'Error: a\nat b\n  at c', 'Error: a\nat b\n\nNot used: 1 stub\n  at c'],
    ['of another text', 'Oops', 'Error\n    at b\n    at c', 'Error\n\nNot used: 1 stub\n    at b\n    at c'],
    ['without a text', '', 'Error\n    at b', 'Error\n\nNot used: 1 stub\n    at b'],
    ['without frames', 'a', 'Error: b', 'Error: b\n\nNot used: 1 stub'],
    ['with a line like a frame', 'a\n at b', 'Error: a\n at b\n at c', 'Error: a\n at b\n\nNot used: 1 stub\n at c'],
    ['that the name has too', 'Error', 'TypeError: Error\n    at b', 'TypeError: Error\n\nNot used: 1 stub\n    at b'],
    ['that a frame has', 'b', 'Error: a\n    at b\n    at c', 'Error: a\n\nNot used: 1 stub\n    at b\n    at c'],
    ['that was longer before', 'a', 'Error: a b\n    at c', 'Error: a b\n\nNot used: 1 stub\n    at c'],
    ['that the stack begins with', 'a\n at b', 'a\n at b\n at c', 'a\n at b\n\nNot used: 1 stub\n at c'],
  ])('%s', (_title, message, stack, added) => {
    const error = Object.assign(new Error(message), { stack })
    addToMessage(error, PARAGRAPH)
    addToMessage(error, PARAGRAPH)
    expect(error.stack).toBe(added)
    expect(error.message).toBe(`${message}\n\n${PARAGRAPH}`)
    const change = { configurable: true, writable: true }
    expect(Object.getOwnPropertyDescriptor(error, 'message')).toMatchObject(change)
    expect(Object.getOwnPropertyDescriptor(error, 'stack')).toMatchObject(change)
  })

  test('an error of a runner without a stack', () => {
    const error: { readonly message: string; readonly stack?: string } = { message: 'a' }
    addToMessage(error, PARAGRAPH)
    expect(error).toEqual({ message: `a\n\n${PARAGRAPH}` })
  })

  test('a frozen error keeps its stack', () => {
    const error = Object.freeze({ message: 'a', stack: 'Error: a' })
    addToMessage(error, PARAGRAPH)
    expect(error).toEqual({ message: 'a', stack: 'Error: a' })
  })

  test('an error whose message cannot be set keeps its stack', () => {
    const error = Object.defineProperty({ stack: 'Error: a' }, 'message', { value: 'a' })
    addToMessage(error, PARAGRAPH)
    expect(error.stack).toBe('Error: a')
  })

  test.each([undefined, null, 'a', 5, {}, { message: 5, stack: 'Error: 5' }])('%o has no message', (thrown) => {
    const before = structuredClone(thrown)
    addToMessage(thrown, PARAGRAPH)
    expect(thrown).toEqual(before)
  })
})
