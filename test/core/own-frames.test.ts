import { expect, test } from 'vitest'
import { MynahError, RouteDefinitionError } from '../../src/core/errors.ts'
import { UnmatchedRequestError } from '../../src/core/explain/unmatched-request-error.ts'
import { withoutOwnFrames } from '../../src/core/own-frames.ts'

const USER = '    at Object.<anonymous> (/project/test/users.test.js:3:6)'
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
  { title: 'none of the package', own: [] },
]

test.each(stacks)('the line of the user follows the message: $title', ({ own }) => {
  const message = 'RouteDefinitionError: wrong\n\nWrite  right'
  expect(withoutOwnFrames([message, ...own, USER, NODE].join('\n'))).toBe([message, USER, NODE].join('\n'))
})

test('a stack of nothing but own frames, and one without frames, stay as they are', () => {
  const own = 'Error: wrong\n    at ge (/project/node_modules/mynah/dist/index.js:20:225)'
  expect(withoutOwnFrames(own)).toBe(own)
  expect(withoutOwnFrames('Error: wrong')).toBe('Error: wrong')
})

test('the classes of errors have names that no bundler shortens', () => {
  expect(
    [MynahError, RouteDefinitionError, UnmatchedRequestError].map(
      (one) => Object.getOwnPropertyDescriptor(one, 'name')?.value,
    ),
  ).toEqual(['MynahError', 'RouteDefinitionError', 'UnmatchedRequestError'])
})
